import { type Answer, ask } from '@pitboss/testkit/http-client';
import { residentMbOfAll } from '@pitboss/testkit/resident-memory';
import { badPictures, flood, secret, type Upload } from './pictures.ts';
import { eventOf, publish } from './publish-event.ts';
import { control, expectThat, newRow, type Options, type Row } from './row.ts';
import { asSuper, careless, type Stage } from './stage.ts';

const riseMaxMb = 100;
/** Eight at once are decoded one after the other. */
const riseTogetherMaxMb = 200;

/** Sends each picture as an icon and looks at what is shown of it afterwards. */
async function tryAll(port: number, token: string): Promise<{ findings: string[]; calls: number }> {
  const findings: string[] = [];
  const pictures = Object.entries(await badPictures());
  for (const [what, upload] of pictures) {
    const answer = await publish(port, token, eventOf({ name: 'icon', value: upload }));
    if (!upload.expected.includes(answer.status)) findings.push(`${what}: ${answer.status}`);
    if (answer.status >= 300 || answer.status === 0) continue;
    const shown = await ask(port, { path: String(answer.data?.icon ?? '/nowhere') });
    findings.push(...wrongPicture(what, upload, answer.data?.icon, shown));
  }
  const [, picture] = pictures.find(([what]) => what.startsWith('a PNG called')) ?? [];
  if (!picture) throw new Error('There is no good picture to send twice.');
  const icon = { name: 'icon', value: picture };
  const twice = await publish(port, token, eventOf(icon, icon));
  if (twice.status !== 400) findings.push(`Two icons: ${twice.status}`);
  const many = Array.from({ length: 1_000 }, (_, at) => ({ name: `f${at}`, value: 'x' }));
  const parts = await publish(port, token, eventOf(...many));
  if (![0, 400, 413].includes(parts.status)) findings.push(`1,000 parts: ${parts.status}`);
  const files = many.map(({ name }) => ({ name, value: picture }));
  const pile = await publish(port, token, eventOf(...files));
  if (![0, 400, 413].includes(pile.status)) findings.push(`1,000 files: ${pile.status}`);
  return { findings, calls: pictures.length + 3 };
}

function wrongPicture(what: string, upload: Upload, path: unknown, shown: Answer): string[] {
  const { headers, bytes, status } = shown;
  const checks: Record<string, boolean> = {
    'is not shown': status === 200,
    'carries what rode along': !bytes.includes(secret) && !bytes.includes('GPSLatitude'),
    'is the very file that was sent': !bytes.equals(upload.bytes),
    'is no picture': /^image\/(png|jpeg|webp)$/.test(String(headers['content-type'])),
    'may be sniffed': headers['x-content-type-options'] === 'nosniff',
    'is not put in a sandbox': /sandbox/.test(String(headers['content-security-policy'])),
    'has a name of its sender': !/\.\.|etc|html/.test(String(path)),
  };
  const wrong = Object.entries(checks).filter(([, isRight]) => !isRight);
  return wrong.map(([fault]) => `${what} ${fault}.`);
}

function large(side: number): Upload {
  return { bytes: flood(side), name: 'l.png', type: 'image/png', expected: [201] };
}

/** S17: only pictures come in, made anew, and none takes the node's memory. */
export async function uploads(stage: Stage, options: Options): Promise<Row[]> {
  const row = newRow('S17', 'uploads', options);
  const target = await stage.quiet();
  try {
    const { port } = target;
    const token = await asSuper(target);
    // What the first picture needs once is not what an attack adds.
    await publish(port, token, eventOf({ name: 'icon', value: large(640) }));
    const restMb = residentMbOfAll(target.pid());
    let highMb = restMb;
    const sampling = setInterval(() => {
      highMb = Math.max(highMb, residentMbOfAll(target.pid()));
    }, 50);
    const { findings, calls } = await tryAll(port, token);
    row.findings.push(...findings);
    const eachMb = highMb - restMb;
    // The largest that is allowed, eight at once: 25 megapixels in some kilobytes.
    const value = large(5_000);
    const together = await Promise.all(
      Array.from({ length: 8 }, () => publish(port, token, eventOf({ name: 'icon', value }))),
    );
    clearInterval(sampling);
    const isSaid = together.every(({ status }) => [201, 429, 503].includes(status));
    expectThat(row, isSaid, `Eight large ones: ${together.map((one) => one.status).join(' ')}`);
    const riseMb = highMb - restMb;
    expectThat(row, eachMb <= riseMaxMb, `Memory rose by ${eachMb} MB, from ${restMb}.`);
    expectThat(row, riseMb <= riseTogetherMaxMb, `By eight at once it rose by ${riseMb} MB.`);
    row.counts = { calls: calls + 8, restMb, riseMb: eachMb, riseTogetherMb: riseMb };
  } finally {
    await target.stop();
  }
  const { findings } = await careless(keepAsItIs(), (port) => tryAll(port, 'x'));
  const isNoticed = ['SVG: 201', 'carries what', 'is no picture', 'a sandbox', '50 MB: 201'].every(
    (word) => findings.some((finding) => finding.includes(word)),
  );
  control(row, 'a server that keeps every upload as it is', isNoticed);
  return [row];
}

function keepAsItIs(): Parameters<typeof careless>[0] {
  let kept = Buffer.alloc(0);
  return async (request, reply) => {
    if (request.method === 'GET') return reply.setHeader('content-type', 'text/html').end(kept);
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    kept = Buffer.concat(parts);
    return reply.writeHead(201).end('{"data":{"icon":"/etc/a.html"}}');
  };
}
