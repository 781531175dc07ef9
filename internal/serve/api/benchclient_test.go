package api_test

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// benchClient is another process that asks.
type benchClient struct {
	in  io.WriteCloser
	out *bufio.Reader
}

// benchClientEnv makes the test binary such a process.
const benchClientEnv = "GEVEL_BENCH_CLIENT"

func startBenchClient(b *testing.B) *benchClient {
	cmd := exec.Command(os.Args[0])
	cmd.Env, cmd.Stderr = append(os.Environ(), benchClientEnv+"=1"), os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		b.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		b.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		in.Close()
		_ = cmd.Wait()
	})
	return &benchClient{in, bufio.NewReader(out)}
}

// ask has the targets asked, one after the other.
func (c *benchClient) ask(b *testing.B, server *httptest.Server, secret string, targets []string) {
	fmt.Fprintf(c.in, "%s %s %d\n%s\n", server.Listener.Addr(), secret, len(targets), strings.Join(targets, "\n"))
	line, err := c.out.ReadString('\n')
	if err != nil || line != "asked\n" {
		b.Fatalf("the client says %q, %v", line, err)
	}
}

// runBenchClient asks what its input says until that ends.
func runBenchClient(in io.Reader, out io.Writer) error {
	lines, connections := bufio.NewReader(in), map[string]net.Conn{}
	for {
		var address, key string
		var n int
		_, err := fmt.Fscanf(lines, "%s %s %d\n", &address, &key, &n)
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			return nil // the benchmark has ended
		}
		if err != nil {
			return err
		}
		if connections[address] == nil {
			dialled, err := net.Dial("tcp", address)
			if err != nil {
				return err
			}
			connections[address] = dialled
		}
		connection := connections[address]
		answers := bufio.NewReader(connection)
		for range n {
			target, err := lines.ReadString('\n')
			if err != nil {
				return err
			}
			fmt.Fprintf(connection, "GET %s HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\n\r\n", strings.TrimSpace(target),
				address, key)
			answer, err := http.ReadResponse(answers, nil)
			if err != nil {
				return err
			}
			body, err := io.ReadAll(answer.Body)
			if err != nil {
				return err
			}
			if answer.StatusCode != http.StatusOK {
				return fmt.Errorf("%s: status %d: %s", target, answer.StatusCode, body)
			}
		}
		fmt.Fprintln(out, "asked")
	}
}
