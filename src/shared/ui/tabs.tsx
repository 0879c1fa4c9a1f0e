import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';

export type Tab = { readonly key: string; readonly title: string; readonly content: ReactNode };

const targetOfKey: Readonly<Record<string, (index: number, count: number) => number>> = {
  ArrowLeft: (index, count) => (index + count - 1) % count,
  ArrowRight: (index, count) => (index + 1) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

type TabsProps = {
  readonly tabs: readonly Tab[];
  readonly label: string;
  readonly className?: string;
  readonly selectedKey?: string;
  readonly onSelect?: (key: string) => void;
};

/**
 * Tabs by the ARIA pattern: arrow keys, Home and End select; one tab stop. `selectedKey` makes them controlled, e.g. by the address;
 * `onSelect` is called with the key of each selection.
 */
export const Tabs = ({ tabs, label, className = '', selectedKey, onSelect }: TabsProps) => {
  const id = useId();
  const [ownIndex, setOwnIndex] = useState(0);
  const selected = selectedKey === undefined ? ownIndex : tabs.findIndex(({ key }) => key === selectedKey);
  const select = (index: number) => {
    setOwnIndex(index);
    onSelect?.(tabs[index]?.key ?? '');
  };
  const rowRef = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl';
    const key = isRtl && event.key.startsWith('Arrow') ? (event.key === 'ArrowLeft' ? 'ArrowRight' : 'ArrowLeft') : event.key;
    const next = targetOfKey[key]?.(selected, tabs.length);
    if (next === undefined) return;
    event.preventDefault();
    select(next);
    rowRef.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus();
  };
  return (
    <div className={`tabs ${className}`}>
      <div role="tablist" aria-label={label} className="tabs-row" ref={rowRef} onKeyDown={onKeyDown}>
        {tabs.map(({ key, title }, index) => (
          <button
            key={key}
            type="button"
            role="tab"
            id={`${id}-${key}`}
            aria-selected={index === selected}
            aria-controls={`${id}-${key}-panel`}
            tabIndex={index === selected ? 0 : -1}
            onClick={() => select(index)}
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
          hidden={index !== selected}
          tabIndex={0}
          className="tabs-panel"
        >
          {index === selected && content}
        </div>
      ))}
    </div>
  );
};
