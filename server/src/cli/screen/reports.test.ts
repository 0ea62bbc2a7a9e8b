import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ScreenResult } from '@pandect/contract';
import { describe, expect, it } from 'vitest';
import { createLocator, underline } from './locate-evidence.ts';
import { markdownReport } from './markdown-report.ts';
import { type Report, reaches } from './report.ts';
import { sarifReport } from './sarif-report.ts';
import { textReport } from './text-report.ts';

const text = 'Dear Zoë,\n\nPay “today” or we will have you arrested.\nNo reply needed.\n';

function evidence(words: string) {
  const startOffset = Buffer.from(text).indexOf(Buffer.from(words));
  return { text: words, startOffset, endOffset: startOffset + Buffer.byteLength(words) };
}

const law = {
  regulation: {
    id: 'cmdoc_01KDVDNA00CZ3X6N7N3WDMHBQE',
    category: 'regulation',
    title: '12 CFR 1006.18 False, deceptive, or misleading representations or means',
    authorities: ['cfpb'],
    jurisdictions: ['us-federal'],
    description: '',
    updatedAt: '2026-01-31T09:30:00Z',
    sourceUrl: 'https://www.ecfr.gov/current/title-12/section-1006.18',
  },
  chunks: [
    {
      text: 'A debt collector must not represent ...',
      startOffset: 10,
      endOffset: 50,
      sectionPath: '1006.18 > (b)',
    },
  ],
};

const result: ScreenResult = {
  type: 'analysis.screen.result',
  riskScore: 88,
  findings: [
    {
      priority: 'p1',
      title: 'Threat of arrest',
      details: 'Nonpayment of a debt does not lead to arrest; saying so is a false threat.',
      citations: [law],
      ruleId: 'debt-arrest-threat',
      confidence: 0.97,
      evidence: [evidence('we will have you arrested'), evidence('“today”')],
    },
    {
      priority: 'p3',
      title: 'No validation notice',
      details: 'The notice is missing.',
      citations: [],
      evidence: [],
    },
  ],
};

const report: Report = {
  scenario: 'debt_collection',
  screened: [{ name: 'letters/a letter.txt', text, jobId: 'job_01KDVDNA00CZ3X6N7N3WDMHBQE', result }],
  unscreened: [{ name: 'scan.pdf', problem: 'scan.pdf is not UTF-8 text.' }],
};

describe('lines and columns', () => {
  it.each<[string, { line: number; column: number }, { line: number; column: number }]>([
    ['we will have you arrested', { line: 3, column: 16 }, { line: 3, column: 41 }],
    ['“today”', { line: 3, column: 5 }, { line: 3, column: 12 }],
    ['Zoë', { line: 1, column: 6 }, { line: 1, column: 9 }],
    ['arrested.\nNo', { line: 3, column: 33 }, { line: 4, column: 3 }],
  ])('%j is found by its bytes and counted in characters', (words, start, end) => {
    const { startOffset, endOffset } = evidence(words);
    expect(createLocator(text)(startOffset, endOffset)).toEqual({ start, end });
  });

  it('underlines the words, over several lines, and in the middle of a long one', () => {
    const { startOffset, endOffset } = evidence('arrested.\nNo');
    expect(underline(text, createLocator(text)(startOffset, endOffset))).toEqual([
      '3 | Pay “today” or we will have you arrested.',
      '  |                                 ^^^^^^^^^',
      '4 | No reply needed.',
      '  | ^^',
    ]);
    const long = `${'x'.repeat(300)} HERE ${'y'.repeat(300)}`;
    const [line = '', marks = ''] = underline(long, createLocator(long)(301, 305));
    expect(line.length).toBeLessThan(130);
    expect(line.slice(marks.indexOf('^'), marks.lastIndexOf('^') + 1)).toBe('HERE');
  });

  it('a range past the end of the text stays inside it', () => {
    expect(createLocator('ab')(1, 99)).toEqual({
      start: { line: 1, column: 2 },
      end: { line: 1, column: 3 },
    });
  });
});

describe('reports', () => {
  it('as text: the offending words underlined, the law beneath, the failure named', () => {
    expect(textReport(report, false)).toBe(`letters/a letter.txt: risk 88, Critical; 2 findings

p1 blocking: Threat of arrest (debt-arrest-threat)
  letters/a letter.txt:3:16
    3 | Pay “today” or we will have you arrested.
      |                ^^^^^^^^^^^^^^^^^^^^^^^^^
  letters/a letter.txt:3:5
    3 | Pay “today” or we will have you arrested.
      |     ^^^^^^^
  Nonpayment of a debt does not lead to arrest; saying so is a false threat.
  12 CFR 1006.18 False, deceptive, or misleading representations or means (cmdoc_01KDVDNA00CZ3X6N7N3WDMHBQE)
    1006.18 > (b), bytes 10-50

p3 advisory: No validation notice (no-validation-notice)
  The notice is missing.

scan.pdf: not screened: scan.pdf is not UTF-8 text.
`);
  });

  it('as text on a terminal: the same, with colours', () => {
    const mark = String.fromCharCode(27);
    const painted = textReport(report, true);
    expect(painted).toContain(`${mark}[`);
    expect(painted.replace(new RegExp(`${mark}\\[\\d+m`, 'g'), '')).toBe(textReport(report, false));
  });

  it('as Markdown: marks of the submitted text do nothing', () => {
    const hostile = { ...result, findings: result.findings.map((one) => ({ ...one, title: '<b>[x](y)`' })) };
    const [screened] = report.screened;
    const markdown = markdownReport({
      ...report,
      screened: screened ? [{ ...screened, result: hostile }] : [],
    });
    expect(markdown).toContain('### p1 blocking: \\<b\\>\\[x\\](y)\\`');
    expect(markdown).toContain('> we will have you arrested\n\nLine 3, column 16.');
    expect(markdown).toContain('](https://www.ecfr.gov/current/title-12/section-1006.18)');
    expect(markdown).toContain('## Not screened\n\n- `scan.pdf`');
  });

  it('--fail-on is met by a finding as grave or graver', () => {
    expect(reaches(report, 'p1')).toBe(true);
    expect(reaches(report, 'p3')).toBe(true);
    const mild = { ...result, findings: result.findings.slice(1) };
    const [screened] = report.screened;
    const mildReport = { ...report, screened: screened ? [{ ...screened, result: mild }] : [] };
    expect(reaches(mildReport, 'p2')).toBe(false);
    expect(reaches(mildReport, 'p3')).toBe(true);
  });
});

describe('SARIF', () => {
  const log = JSON.parse(sarifReport(report, '1.2.3'));
  const [run] = log.runs;

  it('has what the standard requires, and places that editors understand', () => {
    expect(log.version).toBe('2.1.0');
    expect(run.tool.driver).toMatchObject({ name: 'Pandect', semanticVersion: '1.2.3' });
    expect(run.columnKind).toBe('unicodeCodePoints');
    const uri = 'letters/a%20letter.txt';
    const region = { startLine: 3, startColumn: 16, endLine: 3, endColumn: 41 };
    expect(run.results[0]).toMatchObject({
      ruleId: 'debt-arrest-threat',
      level: 'error',
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri },
            region: { ...region, snippet: { text: 'we will have you arrested' } },
          },
        },
        { physicalLocation: { region: { startLine: 3, startColumn: 5, endColumn: 12 } } },
      ],
      relatedLocations: [{ physicalLocation: { artifactLocation: { uri: law.regulation.sourceUrl } } }],
    });
    expect(run.results[1].locations).toEqual([{ physicalLocation: { artifactLocation: { uri } } }]);
    expect(run.invocations[0]).toMatchObject({
      executionSuccessful: false,
      toolExecutionNotifications: [{ level: 'error', message: { text: 'scan.pdf is not UTF-8 text.' } }],
    });
    for (const one of run.results) {
      expect(run.tool.driver.rules[one.ruleIndex].id).toBe(one.ruleId);
      expect(one.message.text).not.toBe('');
      expect(['error', 'warning', 'note', 'none']).toContain(one.level);
    }
  });

  it('keeps a result known when the lines around it move', () => {
    const moved = `One more line.\n${text}`;
    const shifted = result.findings.map((finding) => ({
      ...finding,
      evidence: (finding.evidence ?? []).map((one) => ({
        ...one,
        startOffset: one.startOffset + 15,
        endOffset: one.endOffset + 15,
      })),
    }));
    const [screened] = report.screened;
    const again = JSON.parse(
      sarifReport(
        {
          ...report,
          screened: screened ? [{ ...screened, text: moved, result: { ...result, findings: shifted } }] : [],
        },
        '1.2.3',
      ),
    );
    expect(again.runs[0].results[0].locations[0].physicalLocation.region.startLine).toBe(4);
    expect(again.runs[0].results[0].partialFingerprints).toEqual(run.results[0].partialFingerprints);
  });

  // The package that carries the schema is looked for, not required.
  const schema = join(
    import.meta.dirname,
    '../../../../node_modules/@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json',
  );
  if (!existsSync(schema)) {
    console.warn('SKIPPED: SARIF against its schema, because @microsoft/jest-sarif is not installed');
  }
  it.skipIf(!existsSync(schema))('is valid by the schema of 2.1.0', async () => {
    const { Ajv } = await import('ajv');
    const ajv = new Ajv({
      strict: false,
      validateFormats: false,
      allErrors: true,
      unicodeRegExp: false, // one of its patterns is valid only without
    });
    // Draft 4 differs from what the checker knows only in these two names.
    const { $schema: _, id: __, ...definition } = JSON.parse(readFileSync(schema, 'utf8'));
    const validate = ajv.compile(definition);
    for (const one of [report, { ...report, screened: [], unscreened: [] }]) {
      expect(validate(JSON.parse(sarifReport(one, '1.2.3'))), JSON.stringify(validate.errors)).toBe(true);
    }
    const broken = JSON.parse(sarifReport(report, '1.2.3'));
    delete broken.runs[0].results[0].message;
    expect(validate(broken)).toBe(false);
  });
});
