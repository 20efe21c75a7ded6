/** What editors show, from the pages of docs/. Written by `npm run generate`. Do not edit. */
import type { ComponentDoc } from './component-docs.ts';

/** Component → its documentation. */
export const componentDocs: Readonly<Record<string, ComponentDoc>> = {
  "Accordion": {
    "text": "Collapsible sections for details that most readers can skip.",
    "props": {
      "title": {
        "type": "string",
        "required": true
      },
      "description": {
        "type": "string",
        "text": "A line of text below the title."
      },
      "defaultOpen": {
        "type": "boolean",
        "default": "false",
        "text": "Opens the accordion when the page loads."
      },
      "id": {
        "type": "string",
        "text": "Id for links. By default, docsgen derives it from the title."
      },
      "icon": {
        "type": "string"
      }
    }
  },
  "AccordionGroup": {
    "text": "Collapsible sections for details that most readers can skip.",
    "props": {}
  },
  "Badge": {
    "text": "Small labels inside a line of text.",
    "props": {
      "color": {
        "type": "string",
        "default": "gray",
        "text": "`gray` `blue` `green` `yellow` `orange` `red` `purple` `white` `surface` `white-destructive` `surface-destructive`",
        "values": [
          "gray",
          "blue",
          "green",
          "yellow",
          "orange",
          "red",
          "purple",
          "white",
          "surface",
          "white-destructive",
          "surface-destructive"
        ]
      },
      "size": {
        "type": "xs | sm | md | lg",
        "default": "md",
        "values": [
          "xs",
          "sm",
          "md",
          "lg"
        ]
      },
      "shape": {
        "type": "rounded | pill",
        "default": "rounded",
        "values": [
          "rounded",
          "pill"
        ]
      },
      "icon": {
        "type": "string"
      },
      "stroke": {
        "type": "boolean",
        "default": "false"
      },
      "disabled": {
        "type": "boolean",
        "default": "false"
      }
    }
  },
  "Callout": {
    "text": "Note, info, tip, warning, check and danger boxes, GitHub alerts, and custom callouts.",
    "props": {
      "icon": {
        "type": "string"
      },
      "color": {
        "type": "string",
        "text": "A hex value. docsgen derives the border, background and text colours from it."
      },
      "type": {
        "type": "string",
        "text": "`note`, `info`, `tip`, `warning`, `check` or `danger`. Uses the style of the callout of the same name.",
        "values": [
          "note",
          "info",
          "tip",
          "warning",
          "check",
          "danger"
        ]
      },
      "title": {
        "type": "string",
        "text": "A line above the text. All callouts accept `title` and `icon`."
      }
    }
  },
  "Card": {
    "text": "\"Cards, tiles and repository cards: boxes that link to other pages.\"",
    "props": {
      "title": {
        "type": "string"
      },
      "icon": {
        "type": "string",
        "text": "An icon name, a path, a URL or inline SVG. `iconType` selects a Font Awesome style."
      },
      "color": {
        "type": "string",
        "text": "Icon colour, as a hex value."
      },
      "href": {
        "type": "string",
        "text": "Destination of the link. Without it, the card is not a link."
      },
      "horizontal": {
        "type": "boolean",
        "default": "false"
      },
      "img": {
        "type": "string",
        "text": "Path or URL of an image shown above the text."
      },
      "cta": {
        "type": "string",
        "text": "Text of the call to action below the content."
      },
      "arrow": {
        "type": "boolean",
        "text": "Shows or hides the arrow that marks links to other sites."
      },
      "type": {
        "type": "string",
        "text": "`info`, `warning`, `note`, `tip`, `check` or `danger`. Styles the card like the callout of the same name.",
        "values": [
          "info",
          "warning",
          "note",
          "tip",
          "check",
          "danger"
        ]
      }
    }
  },
  "CardGroup": {
    "text": "\"Cards, tiles and repository cards: boxes that link to other pages.\"",
    "props": {}
  },
  "Check": {
    "text": "Note, info, tip, warning, check and danger boxes, GitHub alerts, and custom callouts.",
    "props": {
      "icon": {
        "type": "string"
      },
      "color": {
        "type": "string",
        "text": "A hex value. docsgen derives the border, background and text colours from it."
      },
      "type": {
        "type": "string",
        "text": "`note`, `info`, `tip`, `warning`, `check` or `danger`. Uses the style of the callout of the same name.",
        "values": [
          "note",
          "info",
          "tip",
          "warning",
          "check",
          "danger"
        ]
      },
      "title": {
        "type": "string",
        "text": "A line above the text. All callouts accept `title` and `icon`."
      }
    }
  },
  "Color": {
    "text": "Colour swatches that readers can copy.",
    "props": {
      "variant": {
        "type": "compact | table",
        "required": true,
        "values": [
          "compact",
          "table"
        ]
      }
    }
  },
  "Color.Item": {
    "text": "Colour swatches that readers can copy.",
    "props": {
      "name": {
        "type": "string",
        "text": "A prop of `Color.Item`."
      },
      "value": {
        "type": "string | {light, dark}",
        "required": true,
        "text": "Any CSS colour. A prop of `Color.Item`."
      }
    }
  },
  "Color.Row": {
    "text": "Colour swatches that readers can copy.",
    "props": {
      "title": {
        "type": "string",
        "text": "A prop of `Color.Row`."
      }
    }
  },
  "Column": {
    "text": "Content side by side on wide screens, stacked on small screens.",
    "props": {}
  },
  "Columns": {
    "text": "Content side by side on wide screens, stacked on small screens.",
    "props": {
      "cols": {
        "type": "1 | 2 | 3 | 4",
        "default": "2",
        "text": "Number of columns. `columns` and `col` are aliases.",
        "values": [
          "1",
          "2",
          "3",
          "4"
        ]
      }
    }
  },
  "Danger": {
    "text": "Note, info, tip, warning, check and danger boxes, GitHub alerts, and custom callouts.",
    "props": {
      "icon": {
        "type": "string"
      },
      "color": {
        "type": "string",
        "text": "A hex value. docsgen derives the border, background and text colours from it."
      },
      "type": {
        "type": "string",
        "text": "`note`, `info`, `tip`, `warning`, `check` or `danger`. Uses the style of the callout of the same name.",
        "values": [
          "note",
          "info",
          "tip",
          "warning",
          "check",
          "danger"
        ]
      },
      "title": {
        "type": "string",
        "text": "A line above the text. All callouts accept `title` and `icon`."
      }
    }
  },
  "Expandable": {
    "text": "Describe API parameters and responses by hand with ParamField, ResponseField and Expandable.",
    "props": {}
  },
  "FileTree": {
    "text": "File trees, written as components or as a Markdown list.",
    "props": {}
  },
  "FileTree.File": {
    "text": "File trees, written as components or as a Markdown list.",
    "props": {
      "name": {
        "type": "string",
        "required": true
      },
      "highlight": {
        "type": "boolean",
        "default": "false"
      },
      "comment": {
        "type": "string",
        "text": "As for `Tree.Folder`."
      },
      "icon": {
        "type": "string",
        "text": "As for `Tree.Folder`."
      }
    }
  },
  "FileTree.Folder": {
    "text": "File trees, written as components or as a Markdown list.",
    "props": {
      "name": {
        "type": "string",
        "required": true
      },
      "defaultOpen": {
        "type": "boolean",
        "default": "false"
      },
      "openable": {
        "type": "boolean",
        "default": "true"
      },
      "highlight": {
        "type": "boolean",
        "default": "false",
        "text": "Highlights the folder and its contents."
      },
      "comment": {
        "type": "string",
        "text": "Text after the name."
      },
      "icon": {
        "type": "string",
        "text": "Replaces the folder icon."
      }
    }
  },
  "Frame": {
    "text": "Images and video with a border and a caption.",
    "props": {
      "caption": {
        "type": "string",
        "text": "Text below the image. Accepts Markdown."
      },
      "hint": {
        "type": "string",
        "text": "Text above the frame."
      }
    }
  },
  "GitHub.Repo": {
    "text": "\"Cards, tiles and repository cards: boxes that link to other pages.\"",
    "props": {
      "repo": {
        "type": "string",
        "required": true,
        "text": "`owner/name`, or the URL of the repository."
      },
      "variant": {
        "type": "inset | flat",
        "default": "inset",
        "values": [
          "inset",
          "flat"
        ]
      }
    }
  },
  "Icon": {
    "text": "Use icons from Font Awesome, Lucide and Tabler, or your own, in pages and in docs.json.",
    "props": {
      "icon": {
        "type": "string",
        "required": true,
        "text": "An icon name, a path such as `/images/a.svg`, a URL, or an inline `svg`. `src` is an alias."
      },
      "iconType": {
        "type": "string",
        "text": "A Font Awesome style: `solid`, `regular` or `brands`. Every component with an `icon` accepts it.",
        "values": [
          "solid",
          "regular",
          "brands"
        ]
      },
      "color": {
        "type": "string"
      },
      "size": {
        "type": "number",
        "text": "Size in pixels."
      },
      "library": {
        "type": "string",
        "text": "Icon library for this icon only."
      }
    }
  },
  "Info": {
    "text": "Replace the table of contents in the right column with your own content.",
    "props": {
      "icon": {
        "type": "string"
      },
      "color": {
        "type": "string",
        "text": "A hex value. docsgen derives the border, background and text colours from it."
      },
      "type": {
        "type": "string",
        "text": "`note`, `info`, `tip`, `warning`, `check` or `danger`. Uses the style of the callout of the same name.",
        "values": [
          "note",
          "info",
          "tip",
          "warning",
          "check",
          "danger"
        ]
      },
      "title": {
        "type": "string",
        "text": "A line above the text. All callouts accept `title` and `icon`."
      }
    }
  },
  "Latex": {
    "text": "LaTeX formulas, rendered when the site is built.",
    "props": {
      "block": {
        "type": "boolean",
        "default": "false",
        "text": "Shows the formula on its own line. `displayMode` is an alias."
      }
    }
  },
  "Note": {
    "text": "Note, info, tip, warning, check and danger boxes, GitHub alerts, and custom callouts.",
    "props": {
      "icon": {
        "type": "string"
      },
      "color": {
        "type": "string",
        "text": "A hex value. docsgen derives the border, background and text colours from it."
      },
      "type": {
        "type": "string",
        "text": "`note`, `info`, `tip`, `warning`, `check` or `danger`. Uses the style of the callout of the same name.",
        "values": [
          "note",
          "info",
          "tip",
          "warning",
          "check",
          "danger"
        ]
      },
      "title": {
        "type": "string",
        "text": "A line above the text. All callouts accept `title` and `icon`."
      }
    }
  },
  "Panel": {
    "text": "Replace the table of contents in the right column with your own content.",
    "props": {}
  },
  "ParamField": {
    "text": "Describe API parameters and responses by hand with ParamField, ResponseField and Expandable.",
    "props": {
      "query": {
        "type": "string",
        "required": true,
        "text": "Use one of these props. Its value is the name of the parameter. If you use `name` instead, the field does not show the location of the parameter."
      },
      "path": {
        "type": "string",
        "required": true,
        "text": "Use one of these props. Its value is the name of the parameter. If you use `name` instead, the field does not show the location of the parameter."
      },
      "body": {
        "type": "string",
        "required": true,
        "text": "Use one of these props. Its value is the name of the parameter. If you use `name` instead, the field does not show the location of the parameter."
      },
      "header": {
        "type": "string",
        "required": true,
        "text": "Use one of these props. Its value is the name of the parameter. If you use `name` instead, the field does not show the location of the parameter."
      },
      "name": {
        "type": "string",
        "required": true
      },
      "type": {
        "type": "string"
      },
      "required": {
        "type": "boolean",
        "default": "false"
      },
      "deprecated": {
        "type": "boolean",
        "default": "false"
      },
      "default": {
        "type": "string"
      },
      "placeholder": {
        "type": "string",
        "text": "An example value for the playground and the code samples."
      },
      "pre": {
        "type": "list",
        "text": "Labels before and after the name."
      },
      "post": {
        "type": "list",
        "text": "Labels before and after the name."
      }
    }
  },
  "Prompt": {
    "text": "Prompts that readers can copy into an AI assistant.",
    "props": {
      "description": {
        "type": "string",
        "required": true,
        "text": "Purpose of the prompt. Accepts Markdown."
      },
      "actions": {
        "type": "list",
        "default": "[\"copy\"]",
        "text": "`copy`, `cursor`"
      },
      "icon": {
        "type": "string"
      }
    }
  },
  "RequestExample": {
    "text": "RequestExample and ResponseExample show a request and its response in the right column.",
    "props": {
      "dropdown": {
        "type": "boolean",
        "default": "false",
        "text": "Shows a drop-down list instead of tabs."
      }
    }
  },
  "ResponseExample": {
    "text": "RequestExample and ResponseExample show a request and its response in the right column.",
    "props": {
      "dropdown": {
        "type": "boolean",
        "default": "false",
        "text": "Shows a drop-down list instead of tabs."
      }
    }
  },
  "ResponseField": {
    "text": "Describe API parameters and responses by hand with ParamField, ResponseField and Expandable.",
    "props": {
      "name": {
        "type": "string",
        "required": true
      },
      "type": {
        "type": "string"
      },
      "default": {
        "type": "string"
      },
      "required": {
        "type": "boolean",
        "default": "false"
      },
      "deprecated": {
        "type": "boolean",
        "default": "false"
      },
      "pre": {
        "type": "list",
        "text": "Labels before and after the name."
      },
      "post": {
        "type": "list",
        "text": "Labels before and after the name."
      }
    }
  },
  "Step": {
    "text": "Numbered instructions in order.",
    "props": {
      "title": {
        "type": "string",
        "required": true
      },
      "icon": {
        "type": "string",
        "text": "Shown instead of the number."
      },
      "stepNumber": {
        "type": "number",
        "text": "Overrides the number."
      },
      "titleSize": {
        "type": "string",
        "text": "Overrides `titleSize` of `Steps` for this step."
      },
      "noAnchor": {
        "type": "boolean",
        "default": "false",
        "text": "Removes the anchor."
      }
    }
  },
  "Steps": {
    "text": "Numbered instructions in order.",
    "props": {
      "titleSize": {
        "type": "p | h2 | h3 | h4",
        "default": "p",
        "text": "With `h2` to `h4`, the titles are headings and appear in the table of contents.",
        "values": [
          "p",
          "h2",
          "h3",
          "h4"
        ]
      }
    }
  },
  "Tab": {
    "text": "Tabbed content for several ways to do the same thing, synchronized across the page.",
    "props": {
      "title": {
        "type": "string",
        "required": true
      },
      "icon": {
        "type": "string"
      }
    }
  },
  "Tabs": {
    "text": "Tabbed content for several ways to do the same thing, synchronized across the page.",
    "props": {
      "defaultTabIndex": {
        "type": "number",
        "default": "0",
        "text": "Index of the tab that is initially open."
      },
      "sync": {
        "type": "boolean",
        "default": "true",
        "text": "Switches together with other tabs that have the same titles."
      },
      "borderBottom": {
        "type": "boolean",
        "default": "false",
        "text": "Shows a line below the panels."
      }
    }
  },
  "Tabs.Tab": {
    "text": "Tabbed content for several ways to do the same thing, synchronized across the page.",
    "props": {
      "title": {
        "type": "string",
        "required": true
      },
      "icon": {
        "type": "string"
      }
    }
  },
  "Tile": {
    "text": "\"Cards, tiles and repository cards: boxes that link to other pages.\"",
    "props": {
      "href": {
        "type": "string",
        "text": "Destination of the link. Without it, the card is not a link."
      },
      "title": {
        "type": "string"
      }
    }
  },
  "Tip": {
    "text": "Note, info, tip, warning, check and danger boxes, GitHub alerts, and custom callouts.",
    "props": {
      "icon": {
        "type": "string"
      },
      "color": {
        "type": "string",
        "text": "A hex value. docsgen derives the border, background and text colours from it."
      },
      "type": {
        "type": "string",
        "text": "`note`, `info`, `tip`, `warning`, `check` or `danger`. Uses the style of the callout of the same name.",
        "values": [
          "note",
          "info",
          "tip",
          "warning",
          "check",
          "danger"
        ]
      },
      "title": {
        "type": "string",
        "text": "A line above the text. All callouts accept `title` and `icon`."
      }
    }
  },
  "Tooltip": {
    "text": "Short explanations that appear on a word.",
    "props": {
      "tip": {
        "type": "string",
        "required": true,
        "text": "Text of the tooltip."
      },
      "headline": {
        "type": "string",
        "text": "Title above the text."
      },
      "cta": {
        "type": "string",
        "text": "Text of a link below the text. Requires `href`."
      },
      "href": {
        "type": "string"
      }
    }
  },
  "Tree": {
    "text": "File trees, written as components or as a Markdown list.",
    "props": {}
  },
  "Tree.File": {
    "text": "File trees, written as components or as a Markdown list.",
    "props": {
      "name": {
        "type": "string",
        "required": true
      },
      "highlight": {
        "type": "boolean",
        "default": "false"
      },
      "comment": {
        "type": "string",
        "text": "As for `Tree.Folder`."
      },
      "icon": {
        "type": "string",
        "text": "As for `Tree.Folder`."
      }
    }
  },
  "Tree.Folder": {
    "text": "File trees, written as components or as a Markdown list.",
    "props": {
      "name": {
        "type": "string",
        "required": true
      },
      "defaultOpen": {
        "type": "boolean",
        "default": "false"
      },
      "openable": {
        "type": "boolean",
        "default": "true"
      },
      "highlight": {
        "type": "boolean",
        "default": "false",
        "text": "Highlights the folder and its contents."
      },
      "comment": {
        "type": "string",
        "text": "Text after the name."
      },
      "icon": {
        "type": "string",
        "text": "Replaces the folder icon."
      }
    }
  },
  "Update": {
    "text": "Changelog entries with dates, tags, filters and an RSS feed.",
    "props": {
      "label": {
        "type": "string",
        "required": true,
        "text": "A date or a name. It is the anchor of the entry and appears in the table of contents."
      },
      "description": {
        "type": "string"
      },
      "tags": {
        "type": "list",
        "text": "Readers can filter the entries by tag."
      },
      "rss": {
        "type": "{title, description}",
        "text": "Title and description for the RSS feed."
      }
    }
  },
  "View": {
    "text": "Show readers a version of the page that they choose, and show content only to people or only to agents.",
    "props": {
      "title": {
        "type": "string",
        "required": true
      },
      "icon": {
        "type": "string"
      }
    }
  },
  "Visibility": {
    "text": "Show readers a version of the page that they choose, and show content only to people or only to agents.",
    "props": {
      "for": {
        "type": "humans | agents",
        "required": true,
        "values": [
          "humans",
          "agents"
        ]
      }
    }
  },
  "Warning": {
    "text": "Note, info, tip, warning, check and danger boxes, GitHub alerts, and custom callouts.",
    "props": {
      "icon": {
        "type": "string"
      },
      "color": {
        "type": "string",
        "text": "A hex value. docsgen derives the border, background and text colours from it."
      },
      "type": {
        "type": "string",
        "text": "`note`, `info`, `tip`, `warning`, `check` or `danger`. Uses the style of the callout of the same name.",
        "values": [
          "note",
          "info",
          "tip",
          "warning",
          "check",
          "danger"
        ]
      },
      "title": {
        "type": "string",
        "text": "A line above the text. All callouts accept `title` and `icon`."
      }
    }
  }
};

/** Key of front matter → its documentation. */
export const frontMatterDocs: Readonly<Record<string, string>> = {
  "title": "Heading of the page and title of the browser tab. Without it, docsgen uses the first `# heading` of the page, or derives a title from the file name.",
  "description": "Line under the title. Accepts Markdown links, code and emphasis. Search engines get the plain text.",
  "sidebarTitle": "Shorter title for the sidebar.",
  "icon": "Icon in the sidebar. See Icons.",
  "iconType": "Icon in the sidebar. See Icons.",
  "tag": "Small label next to the title in the sidebar.",
  "deprecated": "`true` marks the page as deprecated.",
  "mode": "`default`, `wide`, `center`, `frame` or `custom`. Selects the layout of the page. See Page modes.",
  "hideFooterPagination": "`true` removes the links to the previous and next pages.",
  "related": "A list of related pages, or `false`.",
  "timestamp": "Show when the page was last changed.",
  "lastUpdatedDate": "Show when the page was last changed.",
  "contextual": "Replaces the page menu.",
  "hidden": "`true` removes the page from the sidebar and from search results, and asks search engines not to index it.",
  "noindex": "`true` keeps the page in the sidebar, removes it from search results, and asks search engines not to index it.",
  "searchable": "`false` removes the page from search results.",
  "url": "The sidebar entry links to this URL. docsgen does not build a page.",
  "groups": "Who can read the page on a site with sign-in.",
  "public": "Who can read the page on a site with sign-in.",
  "version": "Version under which search results list the page. By default, docsgen uses the version from the navigation.",
  "keywords": "Extra search terms, and the weight of the page in search results.",
  "boost": "Extra search terms, and the weight of the page in search results.",
  "canonical": "As in HTML.",
  "robots": "As in HTML.",
  "rss": "`true` shows a feed button on pages with updates.",
  "openapi": "`METHOD /path`, or `webhook name`. If several files contain the operation, write the file first.",
  "openapi-schema": "Name of a schema. The page describes one schema.",
  "asyncapi": "Name of a channel.",
  "api": "`METHOD /path` or `METHOD https://…`, for a page without a description. Fields define the parameters.",
  "authMethod": "`bearer`, `basic`, `key` or `none`, for pages with `api`.",
  "playground": "See Playground.",
  "hideApiMarker": "`true` removes the HTTP method before the title in the sidebar."
};
