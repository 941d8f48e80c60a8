/** Two short quiet tones, made here: there is no file to load. */
export function chime(): void {
  const context = new AudioContext();
  [660, 880].forEach((frequency, place) => {
    const startAt = context.currentTime + place * 0.14;
    const tone = context.createOscillator();
    const loudness = context.createGain();
    tone.frequency.value = frequency;
    loudness.gain.setValueAtTime(0.08, startAt);
    loudness.gain.exponentialRampToValueAtTime(0.0001, startAt + 0.25);
    tone.connect(loudness).connect(context.destination);
    tone.start(startAt);
    tone.stop(startAt + 0.25);
  });
  setTimeout(() => context.close().catch(() => {}), 1_000);
}
