/** Where the desk is: its pages, and below it its calls. */
export const deskPath = '/desk';

export const deskApiPath = '/desk/api/';

/** Is this an address of the desk, be it on or off? */
export const isDeskPath = (pathname: string): boolean => pathname === deskPath || pathname.startsWith(`${deskPath}/`);
