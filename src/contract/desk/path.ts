/** Is this a URL of the desk, be it on or off? */
export const isDeskPath = (pathname: string): boolean => /^\/desk(\/|$)/.test(pathname);
