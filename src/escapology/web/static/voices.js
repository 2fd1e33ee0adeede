// What can be heard, made of plain tones and noise: every voice is a row of notes, and no file is loaded.
//
// A note: `wave` is a shape of tone, or "noise" through a filter; it glides from one pitch (`from`, in Hz) to another (`to`),
// begins `at` so many seconds, and dies away over `long`; `loud` is its share of the volume.

export const VOICES = {
  card: [
    { wave: "noise", from: 3400, to: 1500, at: 0, long: 0.07, loud: 0.5 },
    { wave: "triangle", from: 210, to: 120, at: 0.025, long: 0.05, loud: 0.25 },
  ],
  step: [
    { wave: "triangle", from: 260, to: 150, at: 0, long: 0.07, loud: 0.55 },
    { wave: "noise", from: 900, to: 600, at: 0, long: 0.03, loud: 0.25 },
  ],
  roll: [0, 0.07, 0.15, 0.26].map((at, i) => ({ wave: "noise", from: 1900 - 200 * i, to: 1300, at, long: 0.05, loud: 0.5 - 0.08 * i })),
  gain: [
    { wave: "sine", from: 660, to: 660, at: 0, long: 0.16, loud: 0.35 },
    { wave: "sine", from: 990, to: 990, at: 0.09, long: 0.3, loud: 0.35 },
  ],
  alert: [
    { wave: "triangle", from: 470, to: 450, at: 0, long: 0.13, loud: 0.5 },
    { wave: "triangle", from: 470, to: 440, at: 0.16, long: 0.2, loud: 0.5 },
  ],
  won: [
    { wave: "sine", from: 523, to: 523, at: 0, long: 0.3, loud: 0.35 },
    { wave: "sine", from: 659, to: 659, at: 0.13, long: 0.3, loud: 0.35 },
    { wave: "sine", from: 784, to: 784, at: 0.26, long: 0.35, loud: 0.35 },
    { wave: "sine", from: 1047, to: 1047, at: 0.39, long: 0.8, loud: 0.4 },
  ],
  lost: [
    { wave: "triangle", from: 330, to: 325, at: 0, long: 0.35, loud: 0.4 },
    { wave: "triangle", from: 262, to: 256, at: 0.24, long: 0.4, loud: 0.4 },
    { wave: "triangle", from: 196, to: 174, at: 0.5, long: 0.8, loud: 0.45 },
  ],
};

// Let a voice sound on an audio context from a time on, into a node; its sources, to be stopped.
export function speak(name, context, out, when) {
  return VOICES[name].map((note) => {
    const start = when + note.at;
    const end = start + note.long;
    const gain = new GainNode(context, { gain: 0 });
    gain.gain.setValueAtTime(0.0001, start);
    gain.gain.exponentialRampToValueAtTime(note.loud, start + 0.006);
    gain.gain.exponentialRampToValueAtTime(0.0001, end);
    gain.connect(out);
    const source = note.wave === "noise" ? rustle(context, note, start, end, gain) : tone(context, note, start, end, gain);
    source.start(start);
    source.stop(end + 0.02);
    return source;
  });
}

function tone(context, note, start, end, out) {
  const source = new OscillatorNode(context, { type: note.wave, frequency: note.from });
  glide(source.frequency, note, start, end);
  source.connect(out);
  return source;
}

function rustle(context, note, start, end, out) {
  const source = new AudioBufferSourceNode(context, { buffer: noise(context) });
  const filter = new BiquadFilterNode(context, { type: "bandpass", frequency: note.from, Q: 0.9 });
  glide(filter.frequency, note, start, end);
  source.connect(filter).connect(out);
  return source;
}

function glide(pitch, { from, to }, start, end) {
  pitch.setValueAtTime(from, start);
  pitch.exponentialRampToValueAtTime(to, end);
}

const noises = new WeakMap(); // of contexts: a fifth of a second is enough for every note

function noise(context) {
  if (!noises.has(context)) {
    const buffer = new AudioBuffer({ length: Math.ceil(context.sampleRate / 5), sampleRate: context.sampleRate });
    const samples = buffer.getChannelData(0);
    for (let i = 0; i < samples.length; i += 1) samples[i] = 2 * Math.random() - 1;
    noises.set(context, buffer);
  }
  return noises.get(context);
}
