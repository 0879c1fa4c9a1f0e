/** Is this an address of the desk, be it on or off? */
export const isDeskPath = (pathname: string): boolean => /^\/desk(\/|$)/.test(pathname);
