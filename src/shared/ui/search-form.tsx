import { type ComponentProps, useId } from 'react';
import { maxSearchTextLength } from '#contract/listing-query.ts';
import { Icon } from './icon.tsx';

type SearchFormProps = Omit<ComponentProps<'input'>, 'type' | 'name' | 'id' | 'className' | 'maxLength'> & {
  /** Where the form leads before the scripts have come. */
  readonly action: string;
  readonly label: string;
  readonly submitLabel: string;
  readonly onSearch: (searchText: string) => void;
  /** Another key makes the field anew, with what stands there at first. */
  readonly fieldKey?: string;
};

/** A field for words and the button that looks for them; what else is given goes to the field, `children` stand after the button. */
export const SearchForm = ({ action, label, submitLabel, onSearch, fieldKey, children, ...input }: SearchFormProps) => {
  const id = useId();
  return (
    <search className="search-box">
      <form
        action={action}
        onSubmit={(event) => {
          event.preventDefault();
          const wanted = new FormData(event.currentTarget).get('q');
          if (typeof wanted === 'string') onSearch(wanted.trim());
        }}
      >
        <label className="visually-hidden" htmlFor={id}>
          {label}
        </label>
        <input key={fieldKey} id={id} className="form-control" type="search" name="q" maxLength={maxSearchTextLength} {...input} />
        <button type="submit" aria-label={submitLabel}>
          <Icon name="search" />
        </button>
        {children}
      </form>
    </search>
  );
};
