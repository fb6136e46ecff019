import { randomUUID } from 'node:crypto';
import { convertToCommandError, KurrentDBClient } from '@kurrent/kurrentdb-client';
import { unpackToCommandError } from '@kurrent/kurrentdb-client/dist/streams/appendToStream/unpackError.js';
import {
  StreamsClient,
  StreamsService,
} from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/streams_grpc_pb.js';
import type { BatchAppendResp } from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/streams_pb.js';
import { encodeBytes, encodeNumber } from './protobuf.js';

/** An append whose events are encoded already. */
export interface EncodedAppend {
  readonly stream: string;
  /** The number of the last event, or null for a stream without events. */
  readonly revision: number | null;
  /** Events as `encodeEvent` returns them. */
  readonly events: readonly Buffer[];
  /** How long the server may try. */
  readonly withinMs: number;
}

/**
 * Sends an append in the client's protocol, on a connection to the leader. The client's own `appendToStream` builds and
 * serializes a message object for each event, which takes five times as long.
 *
 * @throws WrongExpectedVersionError the stream does not end at `revision`
 */
export async function sendAppend(client: KurrentDBClient, append: EncodedAppend): Promise<void> {
  const stream = await OpenClient.openAppends(client);
  const id = randomUUID();
  return new Promise((resolve, reject) => {
    const settle = (error: Error | null): void => {
      stream.off('data', onReply).off('error', onError);
      if (error === null) resolve();
      else reject(error);
    };
    const onReply = (reply: BatchAppendResp): void => {
      if (reply.getCorrelationId()?.getString() === id) settle(errorIn(reply, append.stream));
    };
    const onError = (error: Error): void => settle(convertToCommandError(error));
    stream.on('data', onReply).on('error', onError);
    stream.write(encodeAppend(id, append));
  });
}

/** Reaches the connection of a client, which offers it only to its own classes. */
class OpenClient extends KurrentDBClient {
  /** Returns the stream of appends that the client keeps open, until it fails or the client is disposed. */
  static openAppends(client: OpenClient): Promise<AppendStream> {
    const open = (connection: StreamsClient): AppendStream =>
      openStream(connection, OpenClient.argumentsFor(client));
    return client.GRPCStreamCreator(StreamsClient, 'append', open, streams)();
  }

  static argumentsFor(client: OpenClient) {
    return client.callArguments({ requiresLeader: true }, { deadline: Infinity });
  }
}

type AppendStream = ReturnType<typeof openStream>;

/** The open stream of each connection. */
const streams = new WeakMap<StreamsClient, AppendStream | Promise<AppendStream>>();

function openStream(
  connection: StreamsClient,
  [metadata, options]: ReturnType<typeof OpenClient.argumentsFor>,
) {
  const { path, responseDeserialize } = StreamsService.batchAppend;
  const asItIs = (bytes: Buffer): Buffer => bytes;
  const stream = connection.makeBidiStreamRequest(path, asItIs, responseDeserialize, metadata, options);
  // An error between two appends concerns only the client, which replaces the stream.
  return stream.on('error', () => undefined);
}

function errorIn(reply: BatchAppendResp, stream: string): Error | null {
  const status = reply.getError();
  return status === undefined ? null : unpackToCommandError(status, stream);
}

/** Encodes a `BatchAppendReq`. The comments name its fields. */
export function encodeAppend(
  correlationId: string,
  { stream, revision, events, withinMs }: EncodedAppend,
): Buffer {
  const options = Buffer.concat([
    encodeBytes(1, encodeBytes(3, stream)), // stream_identifier
    revision === null ? encodeBytes(3, '') : encodeNumber(2, revision), // no_stream, stream_position
    encodeBytes(7, encodeDuration(withinMs)), // deadline
  ]);
  return Buffer.concat([
    encodeBytes(1, encodeBytes(2, correlationId)), // correlation_id
    encodeBytes(2, options), // options
    ...events, // proposed_messages
    encodeNumber(4, 1), // is_final
  ]);
}

/** Encodes a `google.protobuf.Duration`. */
function encodeDuration(ms: number): Buffer {
  const seconds = Math.floor(ms / 1_000);
  return Buffer.concat([encodeNumber(1, seconds), encodeNumber(2, (ms - seconds * 1_000) * 1_000_000)]);
}
