// gevel mcp: the tools of a service for an agent on this machine.

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/regular"
	"github.com/gevel/gevel/internal/serve/agent"
)

// mcpCmd is gevel mcp.
type mcpCmd struct {
	URL     string `name:"url" placeholder:"URL" default:"http://127.0.0.1:8080" help:"The service to ask (${default})."`
	KeyFile string `type:"path" placeholder:"FILE" help:"The file with the key (default: the key is in GEVEL_KEY)."`
}

const (
	// answerWithin is how long a tool waits for the service.
	answerWithin = 30 * time.Second
	longestKey   = 4 << 10 // bytes, of its file
	// longestAnswer bounds an answer of the service.
	longestAnswer = 16 << 20
)

// Run serves until the agent ends.
func (cmd *mcpCmd) Run(c *console) error {
	at, err := url.Parse(cmd.URL)
	if err != nil || at.Host == "" || at.Scheme != "http" && at.Scheme != "https" || at.User != nil || at.RawQuery != "" {
		return gevel.Refusal("", "--url is no address of a service such as https://homes.example")
	}
	key, err := cmd.key()
	if err != nil {
		return err
	}
	client := &http.Client{
		Timeout:       answerWithin,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	ask := func(ctx context.Context, _, target string) (int, []byte, error) {
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		defer context.AfterFunc(c.ctx, cancel)()
		return get(ctx, client, strings.TrimRight(cmd.URL, "/")+target, key)
	}
	err = agent.New(ask, version).Run(c.ctx, agent.Stream{In: c.stdin, Out: c.stdout})
	if errors.Is(err, context.Canceled) {
		return nil
	}
	return err
}

func (cmd *mcpCmd) key() (string, error) {
	key := os.Getenv("GEVEL_KEY")
	if cmd.KeyFile != "" {
		text, err := regular.Read(cmd.KeyFile, longestKey)
		if err != nil {
			return "", err
		}
		key = string(text)
	}
	if key = strings.TrimSpace(key); key == "" {
		return "", gevel.Refusal("give one in GEVEL_KEY or with --key-file", "there is no key")
	}
	return key, nil
}

// get asks the service with a key.
func get(ctx context.Context, client *http.Client, target, key string) (status int, body []byte, err error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, target, http.NoBody)
	if err != nil {
		return 0, nil, errors.New("the key or the address of the service can't be sent")
	}
	r.Header.Set("Authorization", "Bearer "+key)
	answer, err := client.Do(r)
	if err != nil {
		return 0, nil, fmt.Errorf("the service can't be reached: %w", errors.Unwrap(err))
	}
	defer answer.Body.Close()
	body, err = io.ReadAll(io.LimitReader(answer.Body, longestAnswer))
	return answer.StatusCode, body, err
}
