import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { browserStorage } from '#shared/browser-storage.ts';

const storage = browserStorage('localStorage', 'flone:theme');
const themes = ['system', 'light', 'dark'] as const;
type Theme = (typeof themes)[number];

const parseTheme = (text: string | null): Theme => themes.find((theme) => theme === text) ?? 'system';

/** Shows a colour scheme and stores it for src/document-script.ts. */
const apply = (theme: Theme): void => {
  if (theme === 'system') {
    storage.remove();
    delete document.documentElement.dataset.theme;
  } else {
    storage.write(theme);
    document.documentElement.dataset.theme = theme;
  }
  // In the order of index.html.
  for (const [index, meta] of [...document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')].entries()) {
    const scheme = index === 0 ? 'light' : 'dark';
    meta.media = theme === 'system' ? `(prefers-color-scheme: ${scheme})` : theme === scheme ? 'all' : 'not all';
  }
};

/** Chooses light or dark colours, or those of the system. Client only: the choice is in the browser's storage. */
export const ThemeSwitch = () => {
  const { t } = useTranslation('common');
  const [theme, setTheme] = useState(() => parseTheme(storage.read()));
  return (
    <label className="theme-switch">
      <span>{t('theme.label')}</span>
      <select
        className="form-select"
        value={theme}
        onChange={({ target }) => {
          const chosen = parseTheme(target.value);
          setTheme(chosen);
          apply(chosen);
        }}
      >
        {themes.map((each) => (
          <option key={each} value={each}>
            {t(`theme.${each}`)}
          </option>
        ))}
      </select>
    </label>
  );
};
