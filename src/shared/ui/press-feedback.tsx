import { Icon } from '#shared/ui/icon.tsx';

/**
 * What a pressed button shows over its own text, which its `data-feedback` hides. The check mark is an icon: no font of the shop has that
 * character, and looking for one that has takes the browser some 10 ms on a slow phone. Hidden from screen readers, which read the toast.
 */
export const PressFeedback = ({ text }: { readonly text: string | undefined }) =>
  text !== undefined && (
    <span className="press-feedback" aria-hidden="true">
      <Icon name="check" />
      <span>{text}</span>
    </span>
  );
