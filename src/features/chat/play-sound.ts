/**
 * Plays a short sound once. A browser that does not let it, a file that does not come: then it stays quiet. Not by an audio element,
 * because some browsers ask for media in pieces only, which not every server hands out.
 */
export const playSound = async (source: string): Promise<void> => {
  try {
    const answer = await fetch(source);
    const context = new AudioContext();
    const sound = context.createBufferSource();
    sound.buffer = await context.decodeAudioData(await answer.arrayBuffer());
    sound.connect(context.destination);
    sound.onended = () => void context.close();
    sound.start();
  } catch {
    // The greeting is there to be read.
  }
};
