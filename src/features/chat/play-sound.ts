/**
 * Plays a short sound once; stays silent if the browser blocks it or the file cannot be loaded. Not an audio element: some browsers send
 * range requests only, which not every server supports.
 */
export const playSound = async (source: string): Promise<void> => {
  try {
    const response = await fetch(source);
    const context = new AudioContext();
    const sound = context.createBufferSource();
    sound.buffer = await context.decodeAudioData(await response.arrayBuffer());
    sound.connect(context.destination);
    sound.onended = () => void context.close();
    sound.start();
  } catch {
    // The sound is optional.
  }
};
