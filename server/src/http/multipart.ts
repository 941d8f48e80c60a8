import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { imageBytesMax } from '../files/images.ts';
import { Refusal } from '../kernel/refusal.ts';

/** A form with files, bounded in every direction before anything is kept. */
export async function multipartBody(http: FastifyInstance): Promise<void> {
  await http.register(multipart, {
    throwFileSizeLimit: true,
    limits: {
      fileSize: imageBytesMax,
      files: 4,
      fields: 20,
      parts: 24,
      fieldNameSize: 100,
      fieldSize: 10_000,
      headerPairs: 20,
    },
  });
}

/** Reads the whole form; a file that was not asked for, or sent twice, is refused. */
export async function readMultipart(request: FastifyRequest, names: readonly string[]) {
  const fields: Record<string, unknown> = {};
  const files: Record<string, Buffer> = {};
  let reading = 'body';
  try {
    for await (const part of request.parts()) {
      reading = part.fieldname;
      if (part.fieldname in fields || part.fieldname in files) {
        throw refused(part.fieldname, 'Send this field once.');
      }
      if (part.type === 'field') fields[part.fieldname] = textOf(part.fieldname, part.value);
      else if (names.includes(part.fieldname)) files[part.fieldname] = await part.toBuffer();
      else throw refused(part.fieldname, 'Unknown field.');
    }
  } catch (error) {
    throw refusalOf(error, reading);
  }
  return { fields, files };
}

/** The parser reads a part that calls itself JSON; its numbers would not be the digits sent. */
function textOf(field: string, value: unknown): string {
  if (typeof value !== 'string') throw refused(field, 'Enter text.');
  return value;
}

function refused(field: string, message: string): Refusal {
  return new Refusal('invalid', `${field}: ${message}`, { fields: { [field]: message } });
}

/** What the parser throws of its own carries a status; a form cut off in the middle does not. */
function refusalOf(error: unknown, field: string): unknown {
  if (error instanceof Refusal) return error;
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined;
  if (status === 413) {
    const message = 'A file may have at most 5 MB.';
    return new Refusal('tooLarge', message, { fields: { [field]: message } });
  }
  return new Refusal('invalid', 'The form could not be read to its end.');
}
