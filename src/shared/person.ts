import { nanoid } from '@reduxjs/toolkit';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { browserStorage, removeKeys } from './browser-storage.ts';
import { watchPageReturn } from './page-return.ts';

/** A random number that changes when an account leaves this browser: what was typed before it belongs to somebody else. */
const personStorage = browserStorage('localStorage', 'flone:person');
/** The person whose texts this tab's session storage holds. */
const tabPersonStorage = browserStorage('sessionStorage', 'flone:person');

const personChanged = 'flone:person-changed';

/** The person at this browser, '' until an account has left it. */
export const readPerson = (): string => personStorage.read() ?? '';

const emptyTab = (): void => {
  removeKeys('sessionStorage', 'flone:');
  const person = readPerson();
  if (person !== '') tabPersonStorage.write(person);
};

/** Another tab may have signed out while this one was frozen, or closed and restored later: that fires no event. */
const dropForeignTexts = (): void => {
  if ((tabPersonStorage.read() ?? '') !== readPerson()) emptyTab();
};

/** A key of this tab's session storage whose text is dropped when its account has left this browser. */
export const personal = (storage: ReturnType<typeof browserStorage>): ReturnType<typeof browserStorage> => ({
  ...storage,
  read: () => {
    dropForeignTexts();
    return storage.read();
  },
  write: (text) => {
    dropForeignTexts();
    storage.write(text);
  },
});

/**
 * An account leaves this browser; `person` is the person that used it. Empties what this tab stores. Returns false if another tab has done
 * so already: what is stored since then may belong to somebody else.
 */
export const changePerson = (person: string): boolean => {
  const isFirst = readPerson() === person;
  if (isFirst) personStorage.write(nanoid());
  if (isFirst) emptyTab();
  else dropForeignTexts();
  window.dispatchEvent(new Event(personChanged));
  return isFirst;
};

/**
 * Calls `onChange` when an account has left this browser since the component was mounted. Returns a check of the same, for before something
 * is stored: true for a change.
 */
export const usePersonChange = (onChange: () => void): (() => boolean) => {
  const personRef = useRef<string>(undefined);
  const check = useEffectEvent((): boolean => {
    const person = readPerson();
    const before = personRef.current ?? person;
    personRef.current = person;
    if (person === before) return false;
    onChange();
    return true;
  });
  useEffect(() => {
    check();
    const stop = new AbortController();
    const { signal } = stop;
    window.addEventListener(personChanged, () => check(), { signal });
    window.addEventListener('storage', () => check(), { signal });
    watchPageReturn({ onReturn: () => check(), signal });
    return () => stop.abort();
  }, []);
  return check;
};

/** A key that changes when an account has left this browser: what is rendered with it starts afresh for the next person. */
export const usePersonKey = (): number => {
  const [key, setKey] = useState(0);
  usePersonChange(() => setKey((before) => before + 1));
  return key;
};
