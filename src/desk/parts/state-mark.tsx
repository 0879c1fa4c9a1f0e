export const StateMark = ({ status }: { readonly status: string }) => <span className={`state is-${status}`}>{status}</span>;
