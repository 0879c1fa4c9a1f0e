import { fireEvent, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { type ComponentProps, useRef, useState } from 'react';
import { I18nextProvider } from 'react-i18next';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { ChatWidget } from '#features/chat/chat-widget.tsx';
import { languageOf } from '#shared/i18n/language.ts';
import { advanceClock, useFakeClock } from '#tests/support/clock.ts';
import { readTranslations } from '#tests/support/translations.ts';

type Settings = Omit<ComponentProps<typeof ChatWidget>, 'id' | 'isOpen' | 'onClose' | 'openerRef'>;

const settings: Settings = {
  phone: '+44 7700 900142',
  sendUrl: 'https://messages.example/send',
  accountName: 'The workshop',
  messageBody: 'Hi! How can we help you?',
  messageTime: '2026-11-21T15:05:00.000Z',
  placeholder: 'Type your message',
  hours: ['Monday to Friday 9 am to 5 pm'],
  audioSource: '/sounds/greeting.wav',
  isSoundEnabled: false,
};

/** jsdom has no `matchMedia`. */
const thePointerIs = (kind: 'fine' | 'coarse') =>
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query === `(pointer: ${kind})` }));

beforeEach(() => {
  thePointerIs('fine');
  vi.spyOn(window, 'open').mockReturnValue(null);
});

const Page = ({ isInitiallyOpen, ...props }: Settings & { readonly isInitiallyOpen: boolean }) => {
  const openerRef = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(isInitiallyOpen);
  return (
    <>
      <main tabIndex={-1}>
        <p>A page</p>
        <a href="#elsewhere">The journal</a>
      </main>
      <button ref={openerRef} type="button" onClick={() => setIsOpen(!isOpen)}>
        Chat
      </button>
      <ChatWidget {...props} id="chat" isOpen={isOpen} openerRef={openerRef} onClose={() => setIsOpen(false)} />
    </>
  );
};

const show = (over: Partial<Settings> = {}, { isInitiallyOpen = true, language = 'en' } = {}) => {
  useFakeClock();
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
  render(
    <I18nextProvider i18n={languageOf(readTranslations(), language)}>
      <Page {...settings} {...over} isInitiallyOpen={isInitiallyOpen} />
    </I18nextProvider>,
  );
  return { user };
};

const dialog = () => screen.getByRole('dialog', { name: 'Chat with The workshop' });
const queryDialog = () => screen.queryByRole('dialog');
const log = () => within(dialog()).getByRole('log');
const field = () => screen.getByRole('textbox', { name: 'Your message' });
const opener = () => screen.getByRole('button', { name: 'Chat' });
const openedWindows = () => vi.mocked(window.open).mock.calls;
const waitForGreeting = () => advanceClock(1200);

describe('a shopper who opens the chat', () => {
  test('a shopper who opens the chat sees the account name and that it is online', { tags: 'chat.online' }, () => {
    show();
    expect(dialog()).toHaveTextContent('The workshop');
    expect(within(dialog()).getByText('Online')).toBeVisible();
  });

  test('a shopper who opens the chat sees a typing indicator, and then the greeting with the account name and the time', {
    tags: ['chat.typing', 'chat.greeting', 'chat.settings'],
  }, async () => {
    show();
    expect(log()).toHaveTextContent('The workshop is typing');
    expect(log()).not.toHaveTextContent('How can we help');
    await waitForGreeting();
    expect(log()).not.toHaveTextContent('is typing');
    expect(within(log()).getByText('Hi! How can we help you?')).toBeVisible();
    expect(log()).toHaveTextContent('The workshop');
    const time = within(log()).getByText(/^\d{2}:\d{2}$/);
    expect(time).toHaveAttribute('datetime', settings.messageTime);
  });

  test('a shopper who opens the chat has the greeting announced, because it is added to a live region that exists already', async () => {
    show();
    const before = log();
    await waitForGreeting();
    expect(log()).toBe(before);
  });

  test('a shopper who opens the chat sees the time in the digits of the page’s language', async () => {
    show({}, { language: 'fa' });
    await waitForGreeting();
    expect(document.querySelector('.chat-time')).toHaveTextContent(/^[۰-۹]{2}:[۰-۹]{2}$/);
  });

  test('a shopper who opens the chat has the focus in the message field', { tags: ['chat.form', 'chat.settings'] }, () => {
    show();
    expect(field()).toHaveFocus();
    expect(field()).toHaveAttribute('placeholder', 'Type your message');
    expect(field()).toHaveAccessibleDescription('Send opens your messaging app in a new window.');
  });

  test('a shopper who opens the chat reads below the greeting when messages are answered, and at the field which app opens', async () => {
    show({ sendUrl: 'https://api.whatsapp.com/send' });
    expect(field()).toHaveAccessibleDescription('Send opens WhatsApp in a new window.');
    expect(screen.queryByText(/^We answer/)).not.toBeInTheDocument();
    await waitForGreeting();
    expect(screen.getByText('We’re here Monday to Friday 9 am to 5 pm. At other times, leave a message.')).toBeVisible();
  });

  test('a shopper who opens the chat has the focus on the dialog on a touch screen, so that no on-screen keyboard covers the greeting', () => {
    thePointerIs('coarse');
    show();
    expect(dialog()).toHaveFocus();
  });

  test('a shopper who closes the chat before the greeting sees it after reopening, and only once', async () => {
    const { user } = show();
    await user.keyboard('{Escape}');
    await waitForGreeting();
    await user.click(opener());
    expect(log()).toHaveTextContent('is typing');
    await waitForGreeting();
    await user.click(opener());
    await user.click(opener());
    expect(log()).toHaveTextContent('Hi! How can we help you?');
  });
});

describe('a shopper who sends a message', () => {
  test('a shopper who sends a message opens the messaging app in a new window without an opener, and the field is cleared', {
    tags: ['chat.form', 'chat.window', 'chat.clears', 'chat.settings'],
  }, async () => {
    const { user } = show();
    await user.type(field(), 'Is the mug & bowl set in stock?');
    await user.click(screen.getByRole('button', { name: 'Send' }));
    expect(openedWindows()).toEqual([
      ['https://messages.example/send?phone=447700900142&text=Is%20the%20mug%20%26%20bowl%20set%20in%20stock%3F', '_blank', 'noopener'],
    ]);
    expect(field()).toHaveValue('');
  });

  test('a shopper who sends a message triggers onSubmit with the event and the text, after the window opens and before the field is cleared', {
    tags: ['chat.callback', 'chat.clears', 'chat.settings'],
  }, async () => {
    const submissions: unknown[] = [];
    const { user } = show({
      onSubmit: (event, text) => {
        submissions.push(
          event.type,
          event.defaultPrevented,
          text,
          openedWindows().length,
          new FormData(event.currentTarget).get('message'),
        );
      },
    });
    await user.type(field(), ' Hello {Enter}');
    expect(submissions).toEqual(['submit', true, ' Hello ', 1, ' Hello ']);
    expect(field()).toHaveValue('');
  });

  test.each(['', ' ', '   \t '])(
    'a shopper who sends a message of only “%s” triggers nothing and changes nothing',
    { tags: 'chat.empty' },
    async (text) => {
      const onSubmit = vi.fn();
      show({ onSubmit });
      fireEvent.change(field(), { target: { value: text } });
      // `fireEvent` returns false when the default action was prevented.
      expect(fireEvent.submit(field())).toBe(false);
      expect(openedWindows()).toEqual([]);
      expect(onSubmit).not.toHaveBeenCalled();
      expect(field()).toHaveValue(text);
      expect(within(dialog()).queryByRole('link')).not.toBeInTheDocument();
    },
  );

  test('a shopper who sends a message does not leave the page', { tags: 'chat.no-navigation' }, async () => {
    show();
    fireEvent.change(field(), { target: { value: 'Hello' } });
    expect(fireEvent.submit(field())).toBe(false);
  });

  test('a shopper who sends a message sees the message and a link to the app, in case the browser blocked the window', async () => {
    const { user } = show();
    await waitForGreeting();
    await user.type(field(), 'First{Enter}Second{Enter}');
    for (const text of ['First', 'Second']) expect(within(log()).getByText(text)).toBeVisible();
    const link = within(log()).getByRole('link', { name: 'No window? Open it here.' });
    expect(link).toHaveAttribute('href', 'https://messages.example/send?phone=447700900142&text=Second');
    expect(link).toHaveAttribute('target', '_blank');
    expect(link).toHaveAttribute('rel', 'noopener');
  });
});

describe('a shopper closes the chat', () => {
  test('a shopper closes the chat with Escape, and the focus returns to its button', { tags: 'chat.closes-escape' }, async () => {
    const { user } = show();
    await user.keyboard('{Escape}');
    expect(queryDialog()).not.toBeInTheDocument();
    expect(opener()).toHaveFocus();
  });

  test('a shopper closes the chat with a click outside, and the focus returns to its button', { tags: 'chat.closes-outside' }, async () => {
    const { user } = show();
    await user.click(screen.getByText('A page'));
    expect(queryDialog()).not.toBeInTheDocument();
    expect(opener()).toHaveFocus();
  });

  test('a shopper closes the chat with a click on another control, which keeps the focus', async () => {
    const { user } = show();
    await user.click(screen.getByRole('link', { name: 'The journal' }));
    expect(queryDialog()).not.toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'The journal' })).toHaveFocus();
  });

  test('a shopper closes the chat with its button, which opens it again', async () => {
    const { user } = show();
    await user.click(opener());
    expect(queryDialog()).not.toBeInTheDocument();
    await user.click(opener());
    expect(dialog()).toBeVisible();
    expect(field()).toHaveFocus();
  });

  test('a shopper closes the chat neither with a click inside nor with Escape during IME composition', async () => {
    const { user } = show();
    await user.click(within(dialog()).getByText('Online'));
    fireEvent.keyDown(field(), { key: 'Escape', isComposing: true });
    expect(dialog()).toBeVisible();
  });

  test('a shopper finds the draft and the sent messages after closing and reopening the chat', async () => {
    const { user } = show();
    await waitForGreeting();
    await user.type(field(), 'Sent{Enter}Not yet sen');
    await user.click(opener());
    await user.click(opener());
    expect(field()).toHaveValue('Not yet sen');
    expect(within(log()).getByText('Sent')).toBeVisible();
  });
});

describe('the greeting’s sound', () => {
  /** A fake AudioContext and fetch that record what is loaded and played. */
  const fakeAudio = () => {
    const played: string[] = [];
    const source = { buffer: undefined, connect: vi.fn(), start: () => played.push('started'), onended: () => undefined };
    vi.stubGlobal('fetch', async (address: string) => {
      played.push(address);
      return { arrayBuffer: async () => new ArrayBuffer(8) };
    });
    vi.stubGlobal(
      'AudioContext',
      class {
        destination = {};
        createBufferSource = () => source;
        decodeAudioData = async () => ({});
        close = async () => played.push('closed');
      },
    );
    return { played, end: () => source.onended() };
  };

  test('the greeting’s sound is not played unless it is enabled', { tags: 'chat.sound-off' }, async () => {
    const { played } = fakeAudio();
    show();
    await waitForGreeting();
    expect(played).toEqual([]);
  });

  test('the greeting’s sound is not played before the shopper opens the chat', async () => {
    const { played } = fakeAudio();
    const { user } = show({ isSoundEnabled: true }, { isInitiallyOpen: false });
    await waitForGreeting();
    expect(played).toEqual([]);
    await user.click(opener());
    await waitForGreeting();
    expect(played).toEqual(['/sounds/greeting.wav', 'started']);
  });

  test('the greeting’s sound is played once, with the greeting, and its AudioContext is closed', {
    tags: ['chat.sound-on', 'chat.settings'],
  }, async () => {
    const { played, end } = fakeAudio();
    const { user } = show({ isSoundEnabled: true });
    expect(played).toEqual([]);
    await waitForGreeting();
    end();
    await user.click(opener());
    await user.click(opener());
    await waitForGreeting();
    expect(played).toEqual(['/sounds/greeting.wav', 'started', 'closed']);
  });

  test('the greeting’s sound is skipped when it cannot be loaded, and the greeting is still shown', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    show({ isSoundEnabled: true });
    await waitForGreeting();
    expect(within(log()).getByText('Hi! How can we help you?')).toBeVisible();
  });
});
