/**
 * A local stand-in for an OpenAI-compatible endpoint: POST /v1/chat/completions with a JSON schema.
 */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';

const choice = z.object({
  type: z.string(),
  properties: z.object({ candidate: z.object({ enum: z.array(z.string()) }) }).optional(),
});
const asked = z.object({
  model: z.string(),
  messages: z.array(z.object({ role: z.enum(['system', 'user']), content: z.string() })),
  response_format: z.object({
    type: z.literal('json_schema'),
    json_schema: z.object({
      name: z.string(),
      strict: z.literal(true),
      schema: z.object({
        additionalProperties: z.literal(false),
        properties: z.object({ cityMatch: choice, brazilMatch: choice }),
      }),
    }),
  }),
});

export interface ModelRequest {
  body: z.infer<typeof asked>;
  authorization: string | undefined;
  /** The names that the schema's enum allows. */
  city: string[];
  elsewhere: string[];
  /** The whole prompt as text. */
  text: string;
}

/** The reply; 'hang' never answers. */
export type ModelReply = 'hang' | { status?: number; body: string };

export interface ModelEndpoint {
  url: string;
  requests: ModelRequest[];
  reply: (request: ModelRequest) => ModelReply;
  stop(): Promise<void>;
}

/** A completion whose message has this content. */
export const saying = (content: unknown): ModelReply => ({
  body: JSON.stringify({
    id: 'chatcmpl-1',
    object: 'chat.completion',
    choices: [
      {
        index: 0,
        finish_reason: 'stop',
        message: {
          role: 'assistant',
          content: typeof content === 'string' ? content : JSON.stringify(content),
        },
      },
    ],
  }),
});

export async function startModelEndpoint(): Promise<ModelEndpoint> {
  const server = createServer(async (request, response) => {
    const body = asked.safeParse(JSON.parse(await textOf(request)));
    if (request.method !== 'POST' || request.url !== '/v1/chat/completions' || !body.success) {
      response.writeHead(400, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ error: { message: body.error?.message ?? 'unknown path' } }));
      return;
    }
    const { properties } = body.data.response_format.json_schema.schema;
    const received: ModelRequest = {
      body: body.data,
      authorization: request.headers.authorization,
      city: properties.cityMatch.properties?.candidate.enum ?? [],
      elsewhere: properties.brazilMatch.properties?.candidate.enum ?? [],
      text: body.data.messages.map(({ content }) => content).join('\n'),
    };
    endpoint.requests.push(received);
    const reply = endpoint.reply(received);
    if (reply === 'hang') return;
    response.writeHead(reply.status ?? 200, { 'content-type': 'application/json' });
    response.end(reply.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const endpoint: ModelEndpoint = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests: [],
    reply: () => ({ status: 500, body: '{}' }),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return endpoint;
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += chunk;
  return text;
}
