import { createContext, type ReactNode, useContext, useState } from 'react';
import { useLocation } from 'react-router-dom';

type Saying = { readonly said: string; readonly say: (text: string) => void };

const SayingContext = createContext<Saying>({ said: '', say: () => undefined });

/** Says below the title of the page what was done. A page that is left says it on the next one: `navigate(path, { state: { said } })`. */
export const useSay = () => useContext(SayingContext).say;

/** Around the pages: what is said is about the page on which it was said. */
export const SayingProvider = ({ children }: { readonly children: ReactNode }) => {
  const { key: page, state } = useLocation();
  const [last, setLast] = useState({ page, text: '' });
  const said = last.page === page ? last.text : ((state as { readonly said?: string } | null)?.said ?? '');
  return <SayingContext value={{ said, say: (text) => setLast({ page, text }) }}>{children}</SayingContext>;
};

export const Said = () => {
  const { said } = useContext(SayingContext);
  return <div role="status">{said !== '' && <p className="desk-said">{said}</p>}</div>;
};
