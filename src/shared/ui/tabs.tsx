import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';

export type Tab = { readonly key: string; readonly title: string; readonly content: ReactNode };

const steps: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowLeft: (at, count) => (at + count - 1) % count,
  ArrowRight: (at, count) => (at + 1) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/**
 * Tabs by the ARIA pattern: arrow keys, Home and End move and choose; one tab stop. `shown` is the key of the tab that is shown, for
 * those whose choice is kept elsewhere, e.g. in the address; `onChoose` hears of each choice.
 */
export const Tabs = ({
  tabs,
  label,
  className = '',
  shown,
  onChoose,
}: {
  readonly tabs: readonly Tab[];
  readonly label: string;
  readonly className?: string;
  readonly shown?: string;
  readonly onChoose?: (key: string) => void;
}) => {
  const id = useId();
  const [own, setOwn] = useState(0);
  const chosen = shown === undefined ? own : tabs.findIndex(({ key }) => key === shown);
  const setChosen = (index: number) => {
    setOwn(index);
    onChoose?.(tabs[index]?.key ?? '');
  };
  const row = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent) => {
    const isMirrored = getComputedStyle(event.currentTarget).direction === 'rtl';
    const key = isMirrored && event.key.startsWith('Arrow') ? (event.key === 'ArrowLeft' ? 'ArrowRight' : 'ArrowLeft') : event.key;
    const next = steps[key]?.(chosen, tabs.length);
    if (next === undefined) return;
    event.preventDefault();
    setChosen(next);
    row.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus();
  };
  return (
    <div className={`tabs ${className}`}>
      <div role="tablist" aria-label={label} className="tabs-row" ref={row} onKeyDown={move}>
        {tabs.map(({ key, title }, index) => (
          <button
            key={key}
            type="button"
            role="tab"
            id={`${id}-${key}`}
            aria-selected={index === chosen}
            aria-controls={`${id}-${key}-panel`}
            tabIndex={index === chosen ? 0 : -1}
            onClick={() => setChosen(index)}
          >
            {title}
          </button>
        ))}
      </div>
      {tabs.map(({ key, content }, index) => (
        <div
          key={key}
          role="tabpanel"
          id={`${id}-${key}-panel`}
          aria-labelledby={`${id}-${key}`}
          hidden={index !== chosen}
          tabIndex={0}
          className="tabs-panel"
        >
          {index === chosen && content}
        </div>
      ))}
    </div>
  );
};
