import { Icon } from '#shared/ui/icon.tsx';

/**
 * What a pressed button answers over its own text, which `data-feedback` hides. With an icon, because no font of the shop has a check mark: the
 * browser would look for one that has. Not spoken: the toast is.
 */
export const PressFeedback = ({ text }: { readonly text: string | undefined }) =>
  text !== undefined && (
    <span className="press-feedback" aria-hidden="true">
      <Icon name="check" />
      {text}
    </span>
  );
