import { Link } from './link.tsx';

/** Replaces an empty list, with a link to go on. */
export const EmptyNote = ({ heading, text, button, to }: { heading: string; text: string; button: string; to: string }) => (
  <div className="page-message">
    <p className="page-message-lead">{heading}</p>
    <p>{text}</p>
    <Link className="btn btn-primary" to={to}>
      {button}
    </Link>
  </div>
);
