import type { Scenario } from '@pandect/contract';

/**
 * What was learned on top of the encoder, as data: two small layers over a text's vector. One says how likely the text
 * does something wrong, the other which rule it would break. Trained by `training/screening`.
 */
export interface LearnedHeads {
  readonly version: string;
  /** Rule ids, in the order of the second layer's outputs. */
  readonly rules: readonly string[];
  readonly scenarios: readonly Scenario[];
  /** Which outputs belong to which scenario. */
  readonly ruleScenarios: readonly number[];
  readonly thresholds: LearnedThresholds;
  readonly wrongHidden: Layer;
  readonly wrongOut: Layer;
  readonly rule: Layer;
}

/** Row after row: `weights[output * inputs + input]`. */
interface Layer {
  readonly inputs: number;
  readonly outputs: number;
  readonly weights: Float32Array;
  readonly bias: Float32Array;
}

/** Calibrated on texts that were held back; each with what it does. */
export interface LearnedThresholds {
  /** Below this, what a pattern found is taken for a lawful way of saying it ... */
  readonly keep: number;
  /** ... and so it is where rules of its section have less than this share between them. */
  readonly support: number;
  /** From this on a text does something wrong although no pattern knows the wording ... */
  readonly wrong: number;
  /** ... provided one section stands out by this share ... */
  readonly share: number;
  /** ... and another one by this. */
  readonly secondShare: number;
}

/** What the learned part thinks of a stretch of text. */
export interface Opinion {
  /** 0 to 1. */
  readonly wrong: number;
  /** The likeliest rules of the scenario with their shares, best first. */
  readonly rules: readonly { readonly ruleId: string; readonly share: number }[];
}

interface HeadsFile {
  readonly version: string;
  readonly rules: readonly string[];
  readonly scenarios: readonly Scenario[];
  readonly ruleScenarios: readonly number[];
  readonly thresholds: LearnedThresholds;
  readonly layers: Readonly<Record<'wrongHidden' | 'wrongOut' | 'rule', { inputs: number; outputs: number }>>;
}

/** Opens the pair of files: JSON that describes, and little-endian floats in the order of its layers. */
export function openLearnedHeads(description: string, weights: Uint8Array): LearnedHeads {
  const { layers, ...file }: HeadsFile = JSON.parse(description);
  let at = 0;
  const take = (count: number) => {
    const floats = new Float32Array(count);
    const view = new DataView(weights.buffer, weights.byteOffset + at, count * 4);
    for (let index = 0; index < count; index += 1) floats[index] = view.getFloat32(index * 4, true);
    at += count * 4;
    return floats;
  };
  const layer = ({ inputs, outputs }: { inputs: number; outputs: number }): Layer => ({
    inputs,
    outputs,
    weights: take(inputs * outputs),
    bias: take(outputs),
  });
  return {
    ...file,
    wrongHidden: layer(layers.wrongHidden),
    wrongOut: layer(layers.wrongOut),
    rule: layer(layers.rule),
  };
}

/** The encoder's vector has length one; the layers were trained on it times this. */
const vectorScale = 8;
const steps = 1000;
/** Of an opinion's rules; the rest have next to nothing. Range 4 to 12. */
const maxRules = 8;

/** Rounded to thousandths: another processor's last digits do not show. */
export function judge(heads: LearnedHeads, vector: Float32Array, scenario: Scenario): Opinion {
  const scenarioNumber = heads.scenarios.indexOf(scenario);
  const input = new Float32Array(heads.rule.inputs);
  for (let at = 0; at < vector.length; at += 1) input[at] = (vector[at] ?? 0) * vectorScale;
  input[vector.length + scenarioNumber] = 1;
  const hidden = apply(heads.wrongHidden, input).map(gelu);
  const wrong = 1 / (1 + Math.exp(-(apply(heads.wrongOut, hidden)[0] ?? 0)));
  const scores = apply(heads.rule, input, (rule) => heads.ruleScenarios[rule] === scenarioNumber);
  const highest = scores.reduce((most, score) => Math.max(most, score), Number.NEGATIVE_INFINITY);
  const parts = scores.map((score) => Math.exp(score - highest));
  const sum = parts.reduce((total, part) => total + part, 0);
  const best = [...parts.keys()]
    .filter((rule) => (parts[rule] ?? 0) > 0)
    .sort((a, b) => (parts[b] ?? 0) - (parts[a] ?? 0) || a - b)
    .slice(0, maxRules);
  return {
    wrong: Math.round(wrong * steps) / steps,
    rules: best.map((rule) => ({
      ruleId: heads.rules[rule] ?? '',
      share: Math.round(((parts[rule] ?? 0) / sum) * steps) / steps,
    })),
  };
}

/** What is not wanted is not worked out, and comes last. */
function apply(
  { inputs, outputs, weights, bias }: Layer,
  input: Float32Array,
  isWanted: (output: number) => boolean = () => true,
): Float32Array {
  const out = new Float32Array(outputs).fill(Number.NEGATIVE_INFINITY);
  for (let output = 0; output < outputs; output += 1) {
    if (!isWanted(output)) continue;
    let sum = bias[output] ?? 0;
    for (let at = 0; at < inputs; at += 1) sum += (weights[output * inputs + at] ?? 0) * (input[at] ?? 0);
    out[output] = sum;
  }
  return out;
}

/** The form with the error function, as in training; erf by Abramowitz and Stegun 7.1.26, good to 1.5e-7. */
function gelu(x: number): number {
  const z = Math.abs(x) / Math.SQRT2;
  const t = 1 / (1 + 0.3275911 * z);
  const poly =
    ((((1.061405429 * t - 1.453152027) * t + 1.421413741) * t - 0.284496736) * t + 0.254829592) * t;
  const erf = 1 - poly * Math.exp(-z * z);
  return 0.5 * x * (1 + (x < 0 ? -erf : erf));
}
