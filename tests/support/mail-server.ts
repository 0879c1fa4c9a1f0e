import { createServer, type Socket } from 'node:net';

/** A received mail. */
type Delivered = { readonly from: string; readonly to: string; readonly message: string };

/**
 * A minimal SMTP server without encryption and users. While `state.refusal` is set, it is the reply to every recipient, or to
 * `state.refused` only; `state.senderReply` and `state.contentReply` are those to MAIL FROM and after DATA, `state.signInReply` that to AUTH.
 */
export const startMailServer = async () => {
  const delivered: Delivered[] = [];
  const sockets = new Set<Socket>();
  const state: Partial<Record<'refusal' | 'refused' | 'senderReply' | 'contentReply' | 'signInReply', string | undefined>> & {
    connections: number;
  } = {
    connections: 0,
  };
  const commands: string[] = [];
  const server = createServer((socket) => {
    sockets.add(socket);
    state.connections += 1;
    let [from, to, message, pending] = ['', '', '', ''];
    let isMessage = false;
    const reply = (line: string): void => {
      socket.write(`${line}\r\n`);
    };
    const onLine = (line: string): void => {
      if (isMessage && line !== '.') message += `${line.replace(/^\./, '')}\n`;
      else if (isMessage) {
        isMessage = false;
        if (state.contentReply === undefined) delivered.push({ from, to, message });
        reply(state.contentReply ?? '250 taken');
      } else if (commands.push(line) && /^MAIL FROM/i.test(line)) {
        [from, message] = [/<(.*?)>/.exec(line)?.[1] ?? '', ''];
        reply(state.senderReply ?? '250 ok');
      } else if (/^RCPT TO/i.test(line)) {
        to = /<(.*?)>/.exec(line)?.[1] ?? '';
        reply(state.refused === undefined || state.refused === to ? (state.refusal ?? '250 ok') : '250 ok');
      } else if (/^DATA/i.test(line)) {
        isMessage = true;
        reply('354 go on');
      } else if (/^QUIT/i.test(line)) {
        reply('221 bye');
        socket.end();
      } else if (/^EHLO/i.test(line)) reply('250-test\r\n250 AUTH PLAIN');
      else if (/^STARTTLS/i.test(line)) reply('502 not offered');
      else if (/^AUTH/i.test(line)) reply(state.signInReply ?? '535 no such user');
      else reply('250 ok');
    };
    socket.on('error', () => undefined);
    socket.on('data', (part) => {
      const lines = (pending + String(part)).split('\r\n');
      pending = lines.pop() ?? '';
      for (const line of lines) onLine(line);
    });
    reply('220 test');
  });
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : 0);
    });
  });
  const stop = (): Promise<void> =>
    new Promise((resolve) => {
      for (const socket of sockets) socket.destroy();
      server.close(() => resolve());
    });
  return { url: `smtp://127.0.0.1:${port}`, delivered, commands, state, stop };
};
