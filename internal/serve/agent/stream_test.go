package agent

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/tidwall/gjson"
)

const (
	hello = `{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},` +
		`"clientInfo":{"name":"t","version":"1"}}}` + "\n" +
		`{"jsonrpc":"2.0","method":"notifications/initialized"}` + "\n"
	aCall = `{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"search_address","arguments":{"query":"x"}}}` + "\n"
)

// slowly is a service that takes a moment for each answer.
func slowly(_ context.Context, _, _ string) (int, []byte, error) {
	time.Sleep(30 * time.Millisecond)
	return 200, []byte(`{"data":{"homes":[]}}`), nil
}

func TestWhatIsDueIsAnsweredOnceTheAgentSendsNothingMore(t *testing.T) {
	var sent strings.Builder
	sent.WriteString(hello)
	for n := range 40 {
		fmt.Fprintf(&sent, aCall, n+1)
	}
	sent.WriteString("\n{\"jsonrpc\":\n[]\nnull\n" + strings.Repeat("x", 3*longestLine) + "\n")
	fmt.Fprintf(&sent, strings.TrimSuffix(aCall, "\n"), 41)
	var out strings.Builder
	err := New(slowly, "1").Run(t.Context(), Stream{strings.NewReader(sent.String()), &out})
	if err != nil && !errors.Is(err, io.EOF) {
		t.Error(err)
	}
	answered, refused := 0, map[int64]int{}
	for text := range strings.Lines(out.String()) {
		if gjson.Get(text, "result").Exists() {
			answered++
		} else {
			refused[gjson.Get(text, "error.code").Int()]++
		}
	}
	if answered != 42 || refused[-32700] != 2 || refused[-32600] != 2 {
		t.Errorf("%d requests are answered, want 42; refused by code: %v\n%.2000s", answered, refused, out.String())
	}
}

func TestAnAgentThatReadsNothingIsNotReadFrom(t *testing.T) {
	in, sender := io.Pipe()
	reader, out := io.Pipe()
	ctx, end := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- New(slowly, "1").Run(ctx, Stream{in, out}) }()
	var sent atomic.Int64
	go func() {
		_, _ = io.WriteString(sender, hello)
		for {
			if _, err := fmt.Fprintf(sender, aCall, sent.Add(1)); err != nil {
				return
			}
		}
	}()
	if _, err := bufio.NewReader(reader).ReadString('\n'); err != nil { // and no more
		t.Fatal(err)
	}
	time.Sleep(300 * time.Millisecond)
	if n := sent.Load(); n < 5 || n > 3*mostPending {
		t.Errorf("%d requests are read", n)
	}
	end()
	select {
	case err := <-ended:
		if err == nil {
			t.Error("it ends as if all were answered")
		}
	case <-time.After(time.Minute):
		t.Error("it goes on after the end")
	}
	in.Close()
	reader.Close()
}
