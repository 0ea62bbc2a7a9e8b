import { authorityNames, jurisdictions } from '@pandect/contract';
import { jurisdictionName } from './badges.tsx';

const stateNames: ReadonlyMap<string, string> = new Map(
  'al Alabama|ak Alaska|az Arizona|ar Arkansas|ca California|co Colorado|ct Connecticut|de Delaware|dc District of Columbia|fl Florida|ga Georgia|hi Hawaii|id Idaho|il Illinois|in Indiana|ia Iowa|ks Kansas|ky Kentucky|la Louisiana|me Maine|md Maryland|ma Massachusetts|mi Michigan|mn Minnesota|ms Mississippi|mo Missouri|mt Montana|ne Nebraska|nv Nevada|nh New Hampshire|nj New Jersey|nm New Mexico|ny New York|nc North Carolina|nd North Dakota|oh Ohio|ok Oklahoma|or Oregon|pa Pennsylvania|ri Rhode Island|sc South Carolina|sd South Dakota|tn Tennessee|tx Texas|ut Utah|vt Vermont|va Virginia|wa Washington|wv West Virginia|wi Wisconsin|wy Wyoming'
    .split('|')
    .map((one) => [`us-state:${one.slice(0, 2)}`, one.slice(3)]),
);

/** Options for a choice of authority. The list is open: an address may carry one that is not here. */
export function AuthorityOptions({ also = '' }: { readonly also?: string }) {
  return (
    <>
      <option value="">Any authority</option>
      {also !== '' && !Object.hasOwn(authorityNames, also) && <option value={also}>{also}</option>}
      {Object.entries(authorityNames).map(([id, name]) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </>
  );
}

export function JurisdictionOptions() {
  return (
    <>
      <option value="">Any jurisdiction</option>
      {jurisdictions.map((id) => (
        <option key={id} value={id}>
          {stateNames.get(id) ?? jurisdictionName(id)}
        </option>
      ))}
    </>
  );
}
