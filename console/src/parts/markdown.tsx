import { lexer, type Token, type Tokens } from 'marked';
import { Fragment, type ReactNode } from 'react';

/** Draws the plain words of the text; called in the order of the text. */
export type DrawText = (text: string) => ReactNode;

/**
 * Markdown as elements. Nothing is set as HTML: whatever a text holds, it stays text, and links lead to
 * pages of the console or to https addresses only.
 */
export function drawMarkdown(body: string, drawText: DrawText): ReactNode {
  return draw(lexer(body), drawText);
}

function draw(tokens: readonly Token[] | undefined, drawText: DrawText): ReactNode {
  // The tokens of a text never move: their place is their name.
  // biome-ignore lint/suspicious/noArrayIndexKey: see above.
  return tokens?.map((token, at) => <Fragment key={at}>{drawToken(token, drawText)}</Fragment>);
}

function drawToken(token: Token, drawText: DrawText): ReactNode {
  switch (token.type) {
    case 'heading': {
      const Heading = token.depth <= 2 ? 'h2' : 'h3';
      return <Heading>{draw(token.tokens, drawText)}</Heading>;
    }
    case 'paragraph':
      return <p>{draw(token.tokens, drawText)}</p>;
    case 'blockquote':
      return <blockquote>{draw(token.tokens, drawText)}</blockquote>;
    case 'list': {
      const list = token as Tokens.List;
      const List = list.ordered ? 'ol' : 'ul';
      return (
        <List>
          {list.items.map((item) => (
            <li key={item.raw}>{draw(item.tokens, drawText)}</li>
          ))}
        </List>
      );
    }
    case 'table':
      return drawTable(token as Tokens.Table, drawText);
    case 'strong':
      return <strong>{draw(token.tokens, drawText)}</strong>;
    case 'em':
      return <em>{draw(token.tokens, drawText)}</em>;
    case 'link': {
      const href = String(token.href);
      return /^(?:https:\/\/|\/)/.test(href) ? (
        <a href={href}>{draw(token.tokens, drawText)}</a>
      ) : (
        draw(token.tokens, drawText)
      );
    }
    case 'codespan':
      return <code>{token.text}</code>;
    case 'code':
      return <pre>{token.text}</pre>;
    case 'hr':
      return <hr />;
    case 'br':
      return <br />;
    case 'space':
      return null;
    default:
      return 'tokens' in token && token.tokens ? draw(token.tokens, drawText) : drawText(wordsIn(token));
  }
}

function drawTable(table: Tokens.Table, drawText: DrawText): ReactNode {
  const cell = ({ text, tokens }: Tokens.TableCell, Cell: 'th' | 'td') => (
    <Cell key={text}>{draw(tokens, drawText)}</Cell>
  );
  return (
    <div className="wide">
      <table className="plain">
        <thead>
          <tr>{table.header.map((one) => cell(one, 'th'))}</tr>
        </thead>
        <tbody>
          {table.rows.map((row) => (
            <tr key={row.map(({ text }) => text).join('|')}>{row.map((one) => cell(one, 'td'))}</tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function wordsIn(token: Token): string {
  return 'text' in token && typeof token.text === 'string' ? token.text : token.raw;
}
