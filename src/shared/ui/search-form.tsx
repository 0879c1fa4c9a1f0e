import { type ComponentProps, useId } from 'react';
import { maxSearchTextLength } from '#contract/listing-query.ts';
import { Icon } from './icon.tsx';

type SearchFormProps = Omit<ComponentProps<'input'>, 'type' | 'name' | 'id' | 'className' | 'maxLength'> & {
  /** Where the native form leads before hydration. */
  readonly action: string;
  readonly label: string;
  readonly submitLabel: string;
  readonly onSearch: (searchText: string) => void;
  /** A new key remounts the field with its `defaultValue`. */
  readonly fieldKey?: string;
};

/** A search field with its button. Other props go to the field; `children` follow the button. */
export const SearchForm = ({ action, label, submitLabel, onSearch, fieldKey, children, ...input }: SearchFormProps) => {
  const id = useId();
  return (
    <search className="search-box">
      <form
        action={action}
        onSubmit={(event) => {
          event.preventDefault();
          const searchText = new FormData(event.currentTarget).get('q');
          if (typeof searchText === 'string') onSearch(searchText.trim());
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
