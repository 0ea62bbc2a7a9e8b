import { categories } from '@pandect/contract';
import { categoryName } from '../../parts/badges.tsx';
import { AuthorityOptions, JurisdictionOptions } from '../../parts/filter-choices.tsx';
import { useWide } from '../../parts/use-wide.ts';
import { changeQuery, usePlace } from '../../router/place.ts';

/** Beside the list on a wide page, folded above it on a narrow one. */
export function LibraryFilters() {
  const { query } = usePlace();
  const chosen = query.getAll('category');
  const active = chosen.length + query.getAll('authority').length + query.getAll('jurisdiction').length;
  const toggle = (category: string, on: boolean) =>
    changeQuery({
      category: on ? [...chosen, category] : chosen.filter((one) => one !== category),
    });
  return (
    <details className="filters" open={useWide()}>
      <summary>Filters{active > 0 && <span className="badge">{active}</span>}</summary>
      <fieldset>
        <legend>Category</legend>
        {categories.map((category) => (
          <label key={category} className="check">
            <input
              type="checkbox"
              checked={chosen.includes(category)}
              onChange={(event) => toggle(category, event.target.checked)}
            />
            {categoryName(category)}
          </label>
        ))}
      </fieldset>
      <label className="field">
        Authority
        <select
          value={query.get('authority') ?? ''}
          onChange={(event) => changeQuery({ authority: event.target.value })}
        >
          <AuthorityOptions also={query.get('authority') ?? ''} />
        </select>
      </label>
      <label className="field">
        Jurisdiction
        <select
          value={query.get('jurisdiction') ?? ''}
          onChange={(event) => changeQuery({ jurisdiction: event.target.value })}
        >
          <JurisdictionOptions />
        </select>
      </label>
      {active > 0 && (
        <button type="button" onClick={() => changeQuery({ category: [], authority: [], jurisdiction: [] })}>
          Take the filters away
        </button>
      )}
    </details>
  );
}
