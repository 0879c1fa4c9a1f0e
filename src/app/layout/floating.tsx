import { Toaster } from '#app/toaster.tsx';
import { shop } from '#shared/shop.ts';
import { ChatButton } from './chat-button.tsx';
import { CompareDrawerSlot } from './compare-drawer-slot.tsx';
import { ScrollUpButton } from './scroll-up-button.tsx';

type FloatingProps = {
  readonly isToastsOnly: boolean;
};

/** What floats over the page. Not server-rendered: none of it works before hydration. */
export const Floating = ({ isToastsOnly }: FloatingProps) => (
  <>
    {!isToastsOnly && (
      <>
        <CompareDrawerSlot />
        <ScrollUpButton />
        {shop.chat.phone !== '' && <ChatButton />}
      </>
    )}
    <Toaster />
  </>
);
