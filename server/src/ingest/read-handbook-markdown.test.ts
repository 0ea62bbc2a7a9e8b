import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { bsaAmlTopic } from './handbook-names.ts';
import type { Block, Outline } from './outline.ts';
import { readHandbookMarkdown } from './read-handbook-markdown.ts';

const manual = `
# RISK-FOCUSED BSA/AML EXAMPLES

**Objective:** _Find the example._<sup>1</sup> It is easy,2 as a rule.

  -  One thing.
    Another thing.

## Keeping Examples

### In Halls

1. Look for them.

# EXAMPLES EXAMINATION PROCEDURES

1. Look again.
`;

const numbered = `FFIEC Information Technology Examination Handbook

Information Security

SEPTEMBER 2099

Contents

INTRODUCTION ................................................ 1

# II.D.1

# INTRODUCTION

Words.1

12

# I GOVERNANCE OF EXAMPLES

## Action Summary

* • Keep them.
+ ❍ Keep them well.
- Keep them long.

# I.A

## Culture

### I.A.1(a) Halls

#### • Yards:

Swept.

| Term | Meaning |
| --- | --- |
| Hall | A room |

# APPENDIX A: PROCEDURES

## Introduction

### II Not a section

1 Footnote words.
`;

const plain = `# Federal Financial Institutions Examination Council

## FFIEC

# Audit

April 2098

# IT EXAMINATION

| Introduction | 1 |
| --- | --- |

## Introduction

Words.

## Roles

### Board

Words.

### Endnotes

### [1] A note.

# Appendix A: Procedures

## Tier I

Words.
`;

function read(text: string, name: string): Outline[] {
  return [...readHandbookMarkdown.read({ name, bytes: new TextEncoder().encode(text) })];
}

function shown(block: Block): string {
  if (block.kind === 'table') return `table ${JSON.stringify([block.headerRows, block.rows])}`;
  return block.kind === 'heading' ? `${block.level} ${block.text}` : block.text;
}

describe('a section of the BSA/AML manual', () => {
  it('is one document, its marks of Markdown gone and its lines kept', () => {
    const [outline, ...others] = read(manual, 'ffiec-bsa-aml/x.md');
    expect(others).toEqual([]);
    expect(outline).toMatchObject({
      facts: {
        externalId: 'ffiec-bsa-aml-manual-risk-focused-examples',
        category: 'examinationHandbook',
        title: 'FFIEC BSA/AML Examination Manual, Risk-Focused BSA/AML Examples',
        authorities: ['ffiec'],
        sourceUrl: 'https://bsaaml.ffiec.gov/manual',
        attributes: {
          handbookName: 'FFIEC BSA/AML Examination Manual',
          section: 'Risk-Focused BSA/AML Examples',
        },
      },
      edition: 'lossy',
      container: ['FFIEC BSA/AML Examination Manual'],
      heading: 'RISK-FOCUSED BSA/AML EXAMPLES',
    });
    expect(outline?.blocks.map(shown)).toEqual([
      'Objective: Find the example. 1 It is easy,2 as a rule.',
      '- One thing.',
      'Another thing.',
      '1 Keeping Examples',
      '2 In Halls',
      '1. Look for them.',
      '1 EXAMPLES EXAMINATION PROCEDURES',
      '1. Look again.',
    ]);
  });

  it.each([
    ['Suspicious Activity Reporting—Overview', 'suspicious-activity-reporting'],
    [
      'EXAMINATION PROCEDURES Suspicious Activity Reporting',
      'suspicious-activity-reporting-examination-procedures',
    ],
    ['Customer Due Diligence — Overview', 'customer-due-diligence'],
    ['Beneficial Ownership Requirements for Legal Entity Customers—Overview', 'beneficial-ownership'],
    ['CUSTOMER IDENTIFICATION PROGRAM', 'customer-identification-program'],
    ['CURRENCY TRANSACTION REPORTING', 'currency-transaction-reporting'],
    ['BSA/AML RISK ASSESSMENT', 'risk-assessment'],
    ['Bank Secrecy Act/Anti-Money Laundering Examination Manual', 'introduction'],
  ])('called %s has the topic %s', (title, topic) => {
    expect(bsaAmlTopic(title)).toBe(topic);
  });
});

describe('a booklet of the IT handbook', () => {
  it('with numbered headings is cut at Roman numerals and appendices', () => {
    const outlines = read(numbered, 'ffiec_itbooklet_informationsecurity.md');
    expect(
      outlines.map(({ facts, label, blocks }) => [facts.externalId, label, ...blocks.map(shown)]),
    ).toEqual([
      ['ffiec-it-information-security-introduction', 'Introduction', 'Words.1'],
      [
        'ffiec-it-information-security-governance-of-examples',
        'I Governance of Examples',
        '1 Action Summary',
        '• Keep them.',
        '❍ Keep them well.',
        '- Keep them long.',
        '1 I.A Culture',
        '3 I.A.1(a) Halls',
        '• Yards:',
        'Swept.',
        'table [[["Term","Meaning"]],[["Hall","A room"]]]',
      ],
      [
        'ffiec-it-information-security-appendix-a',
        'Appendix A: Procedures',
        '1 Introduction',
        '2 II Not a section',
        '1 Footnote words.',
      ],
    ]);
    expect(outlines[0]).toMatchObject({
      facts: { sourceUrl: 'https://ithandbook.ffiec.gov/', attributes: { version: 'September 2099' } },
      container: ['FFIEC IT Examination Handbook', 'Information Security'],
    });
  });

  it('without numbers is cut at the level of its introduction', () => {
    const outlines = read(plain, 'downloads/booklet.md');
    expect(outlines.map(({ facts, blocks }) => [facts.externalId, ...blocks.map(shown)])).toEqual([
      ['ffiec-it-audit-introduction', 'Words.'],
      ['ffiec-it-audit-roles', '1 Board', 'Words.', '1 Endnotes', '[1] A note.'],
      ['ffiec-it-audit-appendix-a', '1 Tier I', 'Words.'],
    ]);
  });

  it('is refused where it is none that is known', () => {
    expect(() => read('# Introduction\n\nWords.\n', 'ffiec_itbooklet_dust.md')).toThrow('known booklet');
    expect(() => read('# Audit\n\nWords.\n', 'ffiec_itbooklet_audit.md')).toThrow('no Introduction');
  });
});

describe('recognises', () => {
  it.each([
    ['ffiec-bsa-aml/x.md', '# Anything\n', true],
    ['notes.md', '# BSA/AML RISK ASSESSMENT\n', true],
    ['ffiec_itbooklet_audit.md', 'Audit\n', true],
    ['notes.md', plain, true],
    ['notes.md', '# Notes on dust\n\nFFIEC is named here.\n', false],
    ['ffiec-bsa-aml/x.md', '---\nexternalId: x\n---\n', false],
    ['ffiec-bsa-aml/x.txt', '# Anything\n', false],
  ])('%s beginning %j: %s', (name, head, wanted) => {
    expect(readHandbookMarkdown.recognises(name, head)).toBe(wanted);
  });
});

const folder = new URL('../../../../shared/corpus/guidance/', import.meta.url);

describe.skipIf(!existsSync(folder))('the handbooks (skipped where the shared corpus is absent)', () => {
  it('give 102 documents with distinct slugs', () => {
    const slugs = ['ffiec-bsa-aml', 'ffiec-it-handbook']
      .flatMap((series) => readdirSync(new URL(`${series}/`, folder)).map((file) => `${series}/${file}`))
      .filter((name) => name.endsWith('.md'))
      .flatMap((name) => [...readHandbookMarkdown.read({ name, bytes: readFileSync(new URL(name, folder)) })])
      .map(({ facts }) => facts.externalId);
    expect(slugs.length).toBe(102);
    expect(new Set(slugs).size).toBe(102);
  }, 60_000);
});
