import { useOutcomeHeading } from '#shared/hooks/use-view-heading.ts';
import { Link } from './link.tsx';

type EmptyNoteProps = {
  readonly heading: string;
  readonly text: string;
  readonly button: string;
  readonly to: string;
  /** The note replaces the focused element, and takes the focus. */
  readonly isOutcome?: boolean;
};

/** Replaces an empty list, with a link to go on. */
export const EmptyNote = ({ heading, text, button, to, isOutcome = false }: EmptyNoteProps) => (
  <div className="page-message">
    <p ref={useOutcomeHeading(isOutcome)} tabIndex={-1} className="page-message-lead">
      {heading}
    </p>
    <p>{text}</p>
    <Link className="btn btn-primary" to={to}>
      {button}
    </Link>
  </div>
);
