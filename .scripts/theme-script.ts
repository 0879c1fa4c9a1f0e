/**
 * Applies the colour scheme that the switch in the footer has stored, light or dark, before the first paint. A blocking script, which the
 * server puts into the document (`server/http/inline-assets.ts`); a static host sends it as a file.
 */
export const themeScript = `try{const t=localStorage.getItem("flone:theme");if(t==="light"||t==="dark"){document.documentElement.dataset.theme=t;for(const m of document.querySelectorAll("meta[name=theme-color]"))m.media=m.media.includes(t)?"all":"not all"}}catch{}`;
