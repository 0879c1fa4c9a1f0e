import { type KeyboardEvent, type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { keyOf } from './arrow-keys.ts';

type Tab = { readonly key: string; readonly title: string; readonly content: ReactNode };

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
  /** Renders all panels, so that search engines and the browser's find-in-page see their text. */
  readonly isFindable?: boolean;
  /** A panel that was shown once stays mounted, so that what was typed into it is still there. */
  readonly isLasting?: boolean;
};

/**
 * Tabs by the ARIA pattern: arrow keys, Home and End select; one tab stop. `selectedKey` makes them controlled, e.g. by the URL;
 * `onSelect` is called with the key of each selection.
 */
export const Tabs = ({ tabs, label, className = '', selectedKey, onSelect, isFindable = false, isLasting = false }: TabsProps) => {
  const id = useId();
  const [ownKey, setOwnKey] = useState(tabs[0]?.key);
  // The first, if the one that was selected is there no more.
  const selectedIndex = Math.max(
    0,
    tabs.findIndex(({ key }) => key === (selectedKey ?? ownKey)),
  );
  const shownKey = tabs[selectedIndex]?.key ?? '';
  const [shownKeys, setShownKeys] = useState([shownKey]);
  if (isLasting && !shownKeys.includes(shownKey)) setShownKeys([...shownKeys, shownKey]);
  const select = (index: number) => {
    const key = tabs[index]?.key ?? '';
    setOwnKey(key);
    onSelect?.(key);
  };
  const rowRef = useRef<HTMLDivElement>(null);
  const panelsRef = useRef<HTMLDivElement>(null);
  const selectFound = useEffectEvent((panel: Element) => select([...(panelsRef.current?.children ?? [])].indexOf(panel)));
  useEffect(() => {
    const panels = panelsRef.current;
    if (!panels || !isFindable || !('onbeforematch' in HTMLElement.prototype)) return;
    // React knows `hidden` as a boolean only.
    for (const [index, panel] of [...panels.children].entries()) if (index !== selectedIndex) panel.setAttribute('hidden', 'until-found');
    const onBeforeMatch = ({ target }: Event) => target instanceof Element && selectFound(target);
    panels.addEventListener('beforematch', onBeforeMatch);
    return () => panels.removeEventListener('beforematch', onBeforeMatch);
  }, [isFindable, selectedIndex]);
  const onKeyDown = (event: KeyboardEvent) => {
    const next = targetOfKey[keyOf(event)]?.(selectedIndex, tabs.length);
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
            aria-selected={index === selectedIndex}
            aria-controls={`${id}-${key}-panel`}
            tabIndex={index === selectedIndex ? 0 : -1}
            onClick={() => select(index)}
          >
            {title}
          </button>
        ))}
      </div>
      <div ref={panelsRef}>
        {tabs.map(({ key, content }, index) => (
          <div
            key={key}
            role="tabpanel"
            id={`${id}-${key}-panel`}
            aria-labelledby={`${id}-${key}`}
            aria-hidden={index !== selectedIndex}
            hidden={index !== selectedIndex}
            tabIndex={index === selectedIndex ? 0 : -1}
            className="tabs-panel"
          >
            {(isFindable || index === selectedIndex || (isLasting && shownKeys.includes(key))) && content}
          </div>
        ))}
      </div>
    </div>
  );
};
