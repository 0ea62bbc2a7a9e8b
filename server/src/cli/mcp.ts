import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { buildMcpServer } from '../mcp/build-mcp-server.ts';
import { version } from '../version.ts';
import { openClient } from './open-client.ts';

/** `pandect mcp`: standard input and output carry the protocol, so nothing else may be printed there. */
export async function mcpCommand(environment: NodeJS.ProcessEnv): Promise<void> {
  const { client, close } = await openClient(environment);
  const handle = serveStdio(() => buildMcpServer(client, version), {
    onerror: (error) => console.error(`pandect mcp: ${error.message}`),
  });
  const stop = () => {
    void Promise.allSettled([handle.close(), close()]).then(() => process.exit(0));
  };
  process.stdin.once('end', stop);
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
}
