import type { SourceUnit } from './fidelity-compare.ts';
import { addMarker, isBlank, type RegmlDraft, settleUnits } from './fidelity-regml.ts';
import type { RuleCounts } from './fidelity-rules.ts';

/** The Bureau's JSON tree: the provisions of RegML with the markup taken out. */
export function extractRegmlTree(json: string, rules: RuleCounts): readonly SourceUnit[] {
  const drafts: RegmlDraft[] = [];
  const visit = (node: unknown, unit: RegmlDraft | undefined) => {
    const type = fieldOf(node, 'node_type').toLowerCase();
    const label = listOf(node, 'label').map(String).join('-');
    const heading = fieldOf(node, 'title');
    const marker = fieldOf(node, 'marker');
    // Pictures are Markdown images in this form.
    const words = fieldOf(node, 'text').replace(/!\[[^\]]*\]\([^)]*\)/g, '');
    if (unit === undefined && (type === 'subpart' || type === 'emptypart' || !label.includes('-'))) {
      rules.add('structure-heading');
      for (const child of listOf(node, 'children')) visit(child, undefined);
      return;
    }
    const inside = unit ?? { element: elementOf(type), label, heading, pieces: [] };
    if (unit === undefined) drafts.push(inside);
    else {
      addMarker(unit, label, marker, rules);
      if (heading !== '') unit.pieces.push({ role: 'title', text: heading });
    }
    // Regulation text says its marker again; the title, where there is one, stands between.
    const own = words.startsWith(marker) ? words.slice(marker.length) : words;
    if (!isBlank(own)) inside.pieces.push({ role: 'words', text: own });
    for (const child of listOf(node, 'children')) visit(child, inside);
    inside.pieces.push({ role: 'end', text: '' });
  };
  visit(JSON.parse(json), undefined);
  return settleUnits(drafts, rules);
}

function elementOf(type: string): string {
  return type === 'interp' ? 'interpretations' : type === 'appendix' ? 'appendix' : 'section';
}

function fieldOf(node: unknown, name: string): string {
  const value: unknown = typeof node === 'object' && node !== null ? Reflect.get(node, name) : undefined;
  return typeof value === 'string' ? value : '';
}

function listOf(node: unknown, name: string): readonly unknown[] {
  const value: unknown = typeof node === 'object' && node !== null ? Reflect.get(node, name) : undefined;
  return Array.isArray(value) ? value : [];
}
