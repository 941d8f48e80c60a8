import { AsyncLocalStorage } from 'node:async_hooks';
import { hostname } from 'node:os';
import { ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { parseTraceParent, setGlobalErrorHandler } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { hearSteps, type Step } from '../kernel/signals.ts';

interface Options {
  url: string;
  percent: number;
  version: string;
}

/** A collector that is away is told once in so long. */
const complainEveryMs = 60_000;
const textMax = 4_000;
/** A node that stops waits no longer for a collector. */
const timeoutMillis = 2_000;

/**
 * Every call becomes a trace, from its request to the statements that it asks for, which are told
 * as they are written, without values. Traces are sent to a collector, as OTLP by HTTP.
 */
export function traceCalls(http: FastifyInstance, { url, percent, version }: Options): void {
  const onError = (error: unknown) => http.log.warn({ err: error }, 'traces could not be sent');
  let complainedAtMs = Number.NEGATIVE_INFINITY;
  setGlobalErrorHandler((error) => {
    if (performance.now() - complainedAtMs < complainEveryMs) return;
    complainedAtMs = performance.now();
    onError(error);
  });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': 'pitboss',
      'service.version': version,
      'service.instance.id': `${hostname()}:${process.pid}`,
    }),
    // By the trace's number: what a caller says is to be kept commands nothing.
    sampler: new TraceIdRatioBasedSampler(percent / 100),
    spanProcessors: [
      new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url, timeoutMillis }) }),
    ],
  });
  const tracer = provider.getTracer('pitboss', version);
  const calls = new AsyncLocalStorage<Span>();
  const ofRequest = new WeakMap<FastifyRequest, Span>();
  const ofStep = new WeakMap<Step, Span>();

  const stopHearing = hearSteps(
    (step) => {
      const call = calls.getStore();
      // What the node does of its own accord, such as sealing, belongs to no call.
      if (!call?.isRecording()) return;
      const { name, attributes } = describe(step);
      const options = { kind: SpanKind.CLIENT, attributes };
      ofStep.set(step, tracer.startSpan(name, options, trace.setSpan(ROOT_CONTEXT, call)));
    },
    (step) => {
      const span = ofStep.get(step);
      if (step.error !== undefined) span?.setStatus({ code: SpanStatusCode.ERROR });
      span?.end();
    },
  );

  http.addHook('onRequest', (request, _reply, done) => {
    // A stream lasts for as long as somebody listens.
    if (request.headers.accept === 'text/event-stream') return done();
    const { method, routeOptions, headers, id } = request;
    const route = routeOptions.url ?? 'none';
    const attributes = {
      'http.request.method': method,
      'http.route': route,
      'pitboss.request_id': id,
    };
    const span = tracer.startSpan(
      `${method} ${route}`,
      { kind: SpanKind.SERVER, attributes },
      parentOf(headers.traceparent),
    );
    ofRequest.set(request, span);
    calls.run(span, done);
  });
  // The body was read by others' events, which know nothing of the call.
  http.addHook('preHandler', (request, _reply, done) => {
    const span = ofRequest.get(request);
    if (span) calls.run(span, done);
    else done();
  });
  http.addHook('onResponse', async (request, { statusCode }) => {
    const span = ofRequest.get(request);
    span?.setAttribute('http.response.status_code', statusCode);
    if (statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR });
    span?.end();
  });
  // What is left is sent.
  http.addHook('onClose', async () => {
    stopHearing();
    await provider.shutdown().catch(onError);
  });
}

function parentOf(sent: string | string[] | undefined) {
  const parent = typeof sent === 'string' ? parseTraceParent(sent) : null;
  return parent ? trace.setSpanContext(ROOT_CONTEXT, { ...parent, isRemote: true }) : ROOT_CONTEXT;
}

function describe({ name, text }: Step) {
  if (text === undefined) return { name, attributes: {} };
  const plain = text.replace(/\s+/g, ' ').trim().slice(0, textMax);
  const [verb = name] = plain.split(' ', 1);
  return {
    name: verb.toUpperCase(),
    attributes: { 'db.system.name': 'postgresql', 'db.query.text': plain },
  };
}
