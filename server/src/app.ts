import { randomUUID } from 'node:crypto';
import type { ReturnRules } from '@pitboss/engine/return-problems';
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { activityRoutes } from './activity/activity-routes.ts';
import type { FactorKey } from './auth/encrypted-secret.ts';
import type { SessionLimits } from './auth/sessions.ts';
import { bankRoutes } from './banks/bank-routes.ts';
import { betRoutes } from './bets/bet-routes.ts';
import { callRoutes } from './calls/call-routes.ts';
import { cashRequestRoutes } from './cash-requests/cash-request-routes.ts';
import { clientRoutes } from './clients/client-routes.ts';
import { dashboardRoutes } from './dashboard/dashboard-routes.ts';
import type { Db } from './db/database.ts';
import type { Replica } from './db/replica.ts';
import { eventRoutes } from './events/event-routes.ts';
import { type ReceiptUrls, receiptUrls } from './files/receipt-url.ts';
import { findRoutes } from './find/find-routes.ts';
import { gameRoutes } from './game/game-routes.ts';
import { historyRoutes } from './history/history-routes.ts';
import { apiDocs } from './http/api-docs.ts';
import { rememberPeers } from './http/caller.ts';
import { errorReply } from './http/error-reply.ts';
import { fileRoutes } from './http/file-routes.ts';
import { healthRoutes } from './http/health-routes.ts';
import { multipartBody } from './http/multipart.ts';
import { panel } from './http/panel.ts';
import { requestBody } from './http/request-body.ts';
import { requestLog } from './http/request-log.ts';
import type { App, Pools } from './http/route.ts';
import { refusePath, refuseSocket, security, slowest } from './http/security.ts';
import { trustProxies } from './http/trust-proxy.ts';
import { untilStarted } from './http/until-started.ts';
import { untilStopped } from './http/until-stopped.ts';
import { liveRoutes } from './live/live-routes.ts';
import { maintenanceRoutes } from './maintenance/maintenance-routes.ts';
import { multiplierRoutes } from './multipliers/multiplier-routes.ts';
import { notificationRoutes } from './notifications/notification-routes.ts';
import { playerRoutes } from './player/player-routes.ts';
import { newPlayMemory } from './reports/play-memory.ts';
import { reportRoutes } from './reports/report-routes.ts';
import { roundRoutes } from './rounds/round-routes.ts';
import { secondFactorRoutes } from './second-factor/second-factor-routes.ts';
import { securityRoutes } from './security/security-routes.ts';
import { serviceKeyRoutes } from './service-keys/service-key-routes.ts';
import { signInRoutes } from './sign-in/sign-in-routes.ts';
import { supportRoutes } from './support/support-routes.ts';
import { transactionRoutes } from './transactions/transaction-routes.ts';
import { userRoutes } from './users/user-routes.ts';
import { walletRoutes } from './wallet/wallet-routes.ts';

interface Options {
  pools: Pools;
  replica?: Replica | undefined;
  /** Where open panels are looked up for, apart from all calls. */
  liveDb?: Db;
  log: FastifyBaseLogger;
  /** Whether what only looks is logged as changes are. */
  logReads?: boolean;
  limits: SessionLimits;
  /** Encrypts the secrets of second factors; none: they are kept as they are. */
  factorKey?: FactorKey;
  rtp: ReturnRules;
  version: string;
  /** How many proxies of ours stand in front: so far X-Forwarded-For is believed. */
  proxies: number;
  /** The sites whose pages may call, besides our own. */
  corsOrigins?: string[];
  /** Whether migrations and the first accounts are there; until then calls are refused. */
  isStarted: () => boolean;
  /** Where traces of calls are sent to, and how many of a hundred; none: nothing is loaded. */
  traces?: { url: string; percent: number } | undefined;
  /** Told to stop; what comes is still served until it is closed. */
  isStopping?: () => boolean;
}

/** The whole platform on one HTTP server, not yet listening. */
export async function buildApp(options: Options): Promise<FastifyInstance> {
  const http = fastify({
    loggerInstance: options.log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: trustProxies(options.proxies),
    requestTimeout: 30_000,
    connectionTimeout: 60_000,
    keepAliveTimeout: 72_000,
    // Our own refusal says so in our own shape: see until-stopped.ts.
    return503OnClosing: false,
    http: slowest,
    frameworkErrors: refusePath,
    clientErrorHandler: refuseSocket,
    routerOptions: { caseSensitive: true, maxParamLength: 64 },
  });
  if (options.traces) {
    const { traceCalls } = await import('./http/traces.ts');
    traceCalls(http, { ...options.traces, version: options.version });
  }
  rememberPeers(http);
  errorReply(http);
  requestLog(http, options.logReads ?? false);
  await security(http, options.corsOrigins ?? []);
  await requestBody(http);
  await multipartBody(http);
  const { pools, replica, limits, factorKey, rtp } = options;
  let urls: ReceiptUrls | undefined;
  const app: App = {
    http,
    db: pools.looking,
    pools,
    replica,
    limits,
    factorKey,
    rtp,
    receiptUrls: async (own) => {
      urls ??= await receiptUrls(own);
      return urls;
    },
  };
  untilStarted(http, options.isStarted);
  const isStopping = options.isStopping ?? (() => false);
  untilStopped(http, isStopping);
  healthRoutes(app, options.version, isStopping);
  signInRoutes(app);
  callRoutes(app);
  secondFactorRoutes(app);
  securityRoutes(app);
  userRoutes(app);
  clientRoutes(app);
  walletRoutes(app);
  transactionRoutes(app);
  roundRoutes(app);
  betRoutes(app);
  const memory = newPlayMemory();
  reportRoutes(app, memory);
  dashboardRoutes(app, memory);
  multiplierRoutes(app);
  maintenanceRoutes(app);
  liveRoutes(app, { db: options.liveDb ?? pools.looking, isStopping });
  notificationRoutes(app);
  cashRequestRoutes(app);
  historyRoutes(app);
  activityRoutes(app);
  findRoutes(app);
  bankRoutes(app);
  eventRoutes(app);
  supportRoutes(app);
  fileRoutes(app);
  playerRoutes(app);
  serviceKeyRoutes(app);
  gameRoutes(app);
  apiDocs(http, options.version);
  await panel(http);
  return http;
}
