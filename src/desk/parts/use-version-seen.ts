import { useContext, useState } from 'react';
import { ShowContext } from './change-form.tsx';

/**
 * The version to send with a form. It is the current one while `content`, what the form is about, is the same as when the form was opened or, with
 * `isTyped`, first typed into. Once somebody else has changed that, it stays the former one, so that the server refuses to overwrite what the seller
 * has not read, although the page has been refetched. `accept` goes on from what is shown now; `show` refetches it first.
 */
export const useVersionSeen = <Version>(version: Version, content: unknown, isTyped = true) => {
  const text = JSON.stringify([version, content]);
  const about = JSON.stringify(content);
  const refetch = useContext(ShowContext);
  const [seen, setSeen] = useState<{ readonly version: Version; readonly about: string; readonly text: string }>();
  const isOverwritten = isTyped && seen !== undefined && seen.about !== about;
  if (!isOverwritten && seen?.text !== text) setSeen({ version, about, text });
  const accept = () => setSeen(undefined);
  return { version: isOverwritten ? seen.version : version, accept, show: () => refetch().then(accept) };
};
