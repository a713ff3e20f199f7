// The desk's ring: two short tones of a bell, made here, so that nothing is fetched. A browser that wants a press first stays silent.

const NOTES_HZ = [880, 1320];
const APART_S = 0.14;
const LENGTH_S = 0.5;
const LOUDNESS = 0.12;

/** @returns a function that rings. */
export function createRing(view: Window & typeof globalThis): () => void {
  let context: AudioContext | null = null;
  return () => {
    try {
      context ??= new view.AudioContext();
      const { currentTime, destination } = context;
      if (context.state === 'suspended') context.resume().catch(() => {});
      for (const [place, frequency] of NOTES_HZ.entries()) {
        const begin = currentTime + place * APART_S;
        const tone = new OscillatorNode(context, { frequency });
        const volume = new GainNode(context, { gain: 0 });
        volume.gain.setValueAtTime(LOUDNESS, begin);
        volume.gain.exponentialRampToValueAtTime(0.0001, begin + LENGTH_S);
        tone.connect(volume).connect(destination);
        tone.start(begin);
        tone.stop(begin + LENGTH_S);
      }
    } catch {
      // A browser without sound.
    }
  };
}
