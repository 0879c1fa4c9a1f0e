/** The values of settings that are left out. */
const defaults = {
  VITE_API_HOST: '',
  VITE_I18N_DEBUG: 'true',
  VITE_LANGUAGES: 'en',
};

// Every setting is a text. Not parsed by zod, which is not part of the first download.
const settings: Readonly<typeof defaults> = { ...defaults, ...(import.meta.env as Partial<typeof defaults>) };

/** The build's settings: every `VITE_…` variable that the shop reads; `.env.example` describes each. */
export const env = {
  ...settings,
  VITE_API_HOST: settings.VITE_API_HOST.replace(/\/+$/, ''),
  VITE_I18N_DEBUG: settings.VITE_I18N_DEBUG !== 'false',
};
