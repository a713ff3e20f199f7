// Plays two soft tones when an answer is complete. Loaded only if `data-sound` is on. It computes the tones and fetches
// no file.

/** Does nothing if the browser allows no sound yet. */
export function playChime(): void {
  const context = new AudioContext();
  if (context.state === 'suspended') {
    void context.close();
    return;
  }
  const gain = context.createGain();
  gain.connect(context.destination);
  const now = context.currentTime;
  [660, 880].forEach((frequency, index) => {
    const tone = context.createOscillator();
    const at = now + index * 0.12;
    tone.frequency.value = frequency;
    tone.connect(gain);
    tone.start(at);
    tone.stop(at + 0.25);
  });
  gain.gain.setValueAtTime(0.05, now);
  gain.gain.exponentialRampToValueAtTime(0.001, now + 0.4);
  setTimeout(() => void context.close(), 600);
}
