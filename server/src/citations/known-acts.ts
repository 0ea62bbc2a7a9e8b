/**
 * How people name statutes and the rules under them. `act` is the name in `corpus/usc-acts.ts` where it has one;
 * `cfr` the parts that implement it; `sections` the Act's own section numbers that are cited more often than
 * their place in the Code.
 */
export interface KnownAct {
  /** Names, lower-case; matched in any case, as whole words. */
  readonly names: readonly string[];
  /** Short forms that are ordinary words or initials of much else: matched in capitals only. */
  readonly capitals?: readonly string[];
  /** Names in `usc-acts.ts`. */
  readonly acts: readonly string[];
  /** `title/part` */
  readonly cfr: readonly string[];
  /** Act section to place in the Code, `615` to `15/1681m`. */
  readonly sections?: Readonly<Record<string, string>>;
}

export const knownActs: readonly KnownAct[] = [
  {
    names: ['truth in lending act', 'truth in lending', 'truth-in-lending', 'tila'],
    acts: ['Truth in Lending Act'],
    cfr: ['12/1026', '12/226'],
    sections: {
      '125': '15/1635',
      '127': '15/1637',
      '128': '15/1638',
      '129': '15/1639',
      '129C': '15/1639c',
      '130': '15/1640',
    },
  },
  {
    names: ['fair debt collection practices act', 'fair debt collection', 'fdcpa'],
    acts: ['Fair Debt Collection Practices Act'],
    cfr: ['12/1006'],
    sections: {
      '803': '15/1692a',
      '804': '15/1692b',
      '805': '15/1692c',
      '806': '15/1692d',
      '807': '15/1692e',
      '808': '15/1692f',
      '809': '15/1692g',
      '810': '15/1692h',
      '811': '15/1692i',
      '813': '15/1692k',
    },
  },
  {
    names: ['electronic fund transfer act', 'electronic funds transfer act', 'efta'],
    acts: ['Electronic Fund Transfer Act'],
    cfr: ['12/1005', '12/205'],
    sections: {
      '904': '15/1693b',
      '905': '15/1693c',
      '907': '15/1693e',
      '908': '15/1693f',
      '909': '15/1693g',
      '911': '15/1693i',
      '913': '15/1693k',
      '915': '15/1693l-1',
      '919': '15/1693o-1',
      '920': '15/1693o-2',
    },
  },
  {
    names: ['equal credit opportunity act', 'equal credit opportunity', 'ecoa'],
    acts: ['Equal Credit Opportunity Act'],
    cfr: ['12/1002', '12/202'],
    sections: { '701': '15/1691', '704B': '15/1691c-2', '706': '15/1691e' },
  },
  {
    names: ['fair credit reporting act', 'fair credit reporting', 'fcra'],
    acts: ['Fair Credit Reporting Act'],
    cfr: ['12/1022', '16/660', '16/681', '16/682'],
    sections: {
      '603': '15/1681a',
      '604': '15/1681b',
      '605': '15/1681c',
      '605A': '15/1681c-1',
      '605B': '15/1681c-2',
      '607': '15/1681e',
      '609': '15/1681g',
      '611': '15/1681i',
      '612': '15/1681j',
      '613': '15/1681k',
      '615': '15/1681m',
      '616': '15/1681n',
      '617': '15/1681o',
      '623': '15/1681s-2',
      '624': '15/1681s-3',
    },
  },
  {
    names: ['real estate settlement procedures act', 'real estate settlement procedures', 'respa'],
    acts: ['Real Estate Settlement Procedures Act of 1974'],
    cfr: ['12/1024'],
    sections: {
      '4': '12/2603',
      '5': '12/2604',
      '6': '12/2605',
      '8': '12/2607',
      '9': '12/2608',
      '10': '12/2609',
    },
  },
  {
    names: ['home mortgage disclosure act', 'home mortgage disclosure', 'hmda'],
    acts: ['Home Mortgage Disclosure Act of 1975'],
    cfr: ['12/1003'],
  },
  {
    names: ['community reinvestment act', 'community reinvestment'],
    capitals: ['CRA'],
    acts: ['Community Reinvestment Act of 1977'],
    cfr: ['12/25', '12/228', '12/345'],
  },
  {
    names: ['bank secrecy act', 'bsa'],
    acts: ['Bank Secrecy Act'],
    cfr: ['31/1010', '31/1020', '31/1022', '12/21', '12/353', '12/748'],
  },
  {
    names: ['usa patriot act', 'patriot act'],
    acts: ['Bank Secrecy Act'],
    cfr: ['31/1010', '31/1020'],
    sections: { '311': '31/5318A', '314': '31/5311', '326': '31/5318', '352': '31/5318' },
  },
  {
    names: ['gramm-leach-bliley act', 'gramm-leach-bliley', 'gramm leach bliley', 'glba'],
    acts: ['Gramm-Leach-Bliley Act'],
    cfr: ['12/1016', '16/313', '16/314'],
    sections: { '501': '15/6801', '502': '15/6802', '503': '15/6803', '505': '15/6805', '509': '15/6809' },
  },
  {
    names: ['servicemembers civil relief act', 'servicemembers civil relief', 'scra'],
    acts: ['Servicemembers Civil Relief Act'],
    cfr: [],
    sections: { '201': '50/3931', '207': '50/3937', '302': '50/3952', '303': '50/3953', '305': '50/3955' },
  },
  {
    names: ['military lending act', 'mla'],
    acts: ['Military Lending Act'],
    cfr: ['32/232'],
  },
  {
    names: ['telephone consumer protection act', 'tcpa'],
    acts: ['Telephone Consumer Protection Act of 1991'],
    cfr: ['47/64'],
  },
  {
    names: [
      'electronic signatures in global and national commerce act',
      'e-sign act',
      'esign act',
      'esign',
      'e-sign',
    ],
    acts: ['Electronic Signatures in Global and National Commerce Act'],
    cfr: [],
    sections: { '101': '15/7001' },
  },
  {
    names: ['can-spam act', 'can-spam', 'can spam act', 'canspam'],
    acts: ['CAN-SPAM Act of 2003'],
    cfr: ['16/316'],
  },
  {
    names: ['truth in savings act', 'truth in savings', 'tisa'],
    acts: ['Truth in Savings Act'],
    cfr: ['12/1030', '12/707'],
  },
  {
    names: ['expedited funds availability act', 'expedited funds availability', 'efaa'],
    acts: ['Expedited Funds Availability Act'],
    cfr: ['12/229'],
  },
  {
    names: ['fair housing act'],
    capitals: ['FHAct', 'FHA'],
    acts: ['Fair Housing Act'],
    cfr: ['24/100', '24/110'],
  },
  {
    names: ['homeowners protection act'],
    capitals: ['HPA'],
    acts: ['Homeowners Protection Act of 1998'],
    cfr: [],
  },
  {
    names: ['right to financial privacy act', 'rfpa'],
    acts: ['Right to Financial Privacy Act of 1978'],
    cfr: [],
  },
  {
    names: ['federal trade commission act', 'ftc act'],
    acts: ['Federal Trade Commission Act'],
    cfr: [],
    sections: { '5': '15/45' },
  },
  {
    names: ['consumer financial protection act', 'cfpa', 'udaap'],
    acts: ['Consumer Financial Protection Act of 2010'],
    cfr: [],
    sections: { '1031': '12/5531', '1033': '12/5533', '1034': '12/5534', '1036': '12/5536' },
  },
  {
    names: ['dodd-frank act', 'dodd-frank', 'dodd frank'],
    acts: [
      'Dodd-Frank Wall Street Reform and Consumer Protection Act',
      'Consumer Financial Protection Act of 2010',
    ],
    cfr: [],
    sections: {
      '1002': '12/5481',
      '1022': '12/5512',
      '1024': '12/5514',
      '1031': '12/5531',
      '1033': '12/5533',
      '1034': '12/5534',
      '1036': '12/5536',
      '1071': '15/1691c-2',
      '1075': '15/1693o-2',
    },
  },
  {
    names: ['telemarketing sales rule', 'tsr'],
    acts: ['Telemarketing and Consumer Fraud and Abuse Prevention Act'],
    cfr: ['16/310'],
  },
  { names: ['credit repair organizations act', 'croa'], acts: ['Credit Repair Organizations Act'], cfr: [] },
  {
    names: ["restore online shoppers' confidence act", 'rosca'],
    acts: ["Restore Online Shoppers' Confidence Act"],
    cfr: [],
  },
  {
    names: ['s.a.f.e. mortgage licensing act', 'safe mortgage licensing act'],
    capitals: ['SAFE Act'],
    acts: ['S.A.F.E. Mortgage Licensing Act of 2008'],
    cfr: ['12/1007', '12/1008'],
  },
  {
    names: ['federal deposit insurance act', 'fdia'],
    capitals: ['FDI Act'],
    acts: ['Federal Deposit Insurance Act'],
    cfr: [],
  },
  { names: ['federal credit union act', 'fcua'], acts: ['Federal Credit Union Act'], cfr: [] },
  {
    names: ['bank holding company act', 'bhca'],
    acts: ['Bank Holding Company Act of 1956'],
    cfr: ['12/225'],
  },
  {
    names: ['unlawful internet gambling enforcement act', 'uigea'],
    acts: ['Unlawful Internet Gambling Enforcement Act of 2006'],
    cfr: ['12/233'],
  },
];

/** Sections known by their number alone, because a rule is named after them. */
export const famousSections: Readonly<Record<string, readonly string[]>> = {
  '1033': ['12/5533'],
  '1071': ['15/1691c-2'],
  '1031': ['12/5531'],
  '1036': ['12/5536'],
};
