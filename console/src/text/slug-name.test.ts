import { describe, expect, it } from 'vitest';
import { slugName } from './slug-name.ts';

describe('slugName', () => {
  it.each([
    ['31-cfr-1020-220', '31 CFR 1020.220'],
    ['12-cfr-1005-supplement-i', '12 CFR 1005 Supplement I'],
    ['12-cfr-1022-appendix-e', '12 CFR 1022 Appendix E'],
    ['15-usc-1681m', '15 U.S.C. 1681m'],
    ['ffiec-bsa-aml-manual-sar', 'ffiec bsa aml manual sar'],
  ])('%s is %s', (slug, name) => expect(slugName(slug)).toBe(name));
});
