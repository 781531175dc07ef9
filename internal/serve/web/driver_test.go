// Firefox and WebKit for tests of the page, by the commands of WebDriver: WebKit's over HTTP, Firefox's over Marionette, which
// is what its drivers speak with it.

package web_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

// driven is a browser that takes commands.
type driven struct {
	t testing.TB
	// tell sends a command by its names in Marionette and in WebDriver, and returns the answer's value.
	tell func(command, method, path string, parameters map[string]any) (json.RawMessage, error)
}

// freePort returns a port of the loopback address that nobody listens on.
func freePort(t testing.TB) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return strconv.Itoa(l.Addr().(*net.TCPAddr).Port)
}

// start runs a program until the test ends; it is skipped where the program is not there.
func start(t testing.TB, program string, arguments ...string) {
	t.Helper()
	path, err := exec.LookPath(program)
	if err != nil {
		t.Skipf("%s is not here", program)
	}
	c := exec.Command(path, arguments...)
	c.Env = append(os.Environ(), "HOME="+t.TempDir(), "LC_ALL=C", "MOZ_HEADLESS=1", "NO_AT_BRIDGE=1", "WEBKIT_DISABLE_COMPOSITING_MODE=1")
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = c.Process.Kill()
		_ = c.Wait()
	})
}

// dial connects once a program listens.
func dial(t testing.TB, port string) net.Conn {
	t.Helper()
	for began := time.Now(); ; {
		c, err := net.Dial("tcp", "127.0.0.1:"+port)
		if err == nil {
			return c
		}
		if time.Since(began) > patience {
			t.Fatal(err)
		}
		time.Sleep(50 * time.Millisecond)
	}
}

// openFirefox opens Firefox with some settings of its own.
func openFirefox(t testing.TB, settings map[string]any) *driven {
	t.Helper()
	port, profile := freePort(t), t.TempDir()
	settings["marionette.port"], _ = strconv.Atoi(port)
	settings["webgl.force-enabled"] = true
	var lines strings.Builder
	for name, value := range settings {
		fmt.Fprintf(&lines, "user_pref(%q, %s);\n", name, encoded(value))
	}
	if err := os.WriteFile(filepath.Join(profile, "user.js"), []byte(lines.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	start(t, "firefox-esr", "--headless", "--marionette", "--no-remote", "--profile", profile)
	wire := dial(t, port)
	t.Cleanup(func() { wire.Close() })
	from := bufio.NewReader(wire)
	read := func() (json.RawMessage, error) { // its length, a colon, JSON
		size, err := from.ReadString(':')
		n, fault := strconv.Atoi(strings.TrimSuffix(size, ":"))
		if err != nil || fault != nil {
			return nil, fmt.Errorf("%q: %w", size, err)
		}
		text := make([]byte, n)
		_, err = io.ReadFull(from, text)
		return text, err
	}
	if _, err := read(); err != nil { // a greeting
		t.Fatal(err)
	}
	b, n := &driven{t: t}, 0
	b.tell = func(command, _, _ string, parameters map[string]any) (json.RawMessage, error) {
		n++
		text := encoded([]any{0, n, "WebDriver:" + command, parameters})
		if _, err := fmt.Fprintf(wire, "%d:%s", len(text), text); err != nil {
			return nil, err
		}
		text, err := read()
		if err != nil {
			return nil, err
		}
		var answer [4]json.RawMessage // 1, the number, an error, the answer
		var value struct{ Value json.RawMessage }
		if err := json.Unmarshal(text, &answer); err != nil {
			return nil, err
		}
		if string(answer[2]) != "null" {
			return nil, fmt.Errorf("%s: %.500s", command, answer[2])
		}
		if json.Unmarshal(answer[3], &value) == nil && value.Value != nil {
			return value.Value, nil
		}
		return answer[3], nil
	}
	b.must("NewSession", "", "", map[string]any{})
	return b
}

// openWebKit opens the browser of WebKitGTK, on a screen that nobody sees.
func openWebKit(t testing.TB) *driven {
	t.Helper()
	screen, port := ":"+freePort(t), freePort(t)
	start(t, "Xvfb", screen, "-screen", "0", "1600x1000x24", "-nolisten", "tcp")
	t.Setenv("DISPLAY", screen)
	start(t, "WebKitWebDriver", "--port="+port)
	dial(t, port).Close()
	b, session := &driven{t: t}, ""
	b.tell = func(_, method, path string, parameters map[string]any) (json.RawMessage, error) {
		r, err := http.NewRequestWithContext(t.Context(), method, "http://127.0.0.1:"+port+"/session"+session+path, bytes.NewReader(encoded(parameters)))
		if err != nil {
			return nil, err
		}
		answered, err := http.DefaultClient.Do(r)
		if err != nil {
			return nil, err
		}
		defer answered.Body.Close()
		var answer struct{ Value json.RawMessage }
		if err := json.NewDecoder(answered.Body).Decode(&answer); err != nil {
			return nil, err
		}
		if answered.StatusCode != http.StatusOK {
			return nil, fmt.Errorf("%s: %.500s", path, answer.Value)
		}
		return answer.Value, nil
	}
	var made struct{ SessionID string }
	value := b.must("", http.MethodPost, "", map[string]any{"capabilities": map[string]any{"alwaysMatch": map[string]any{
		"webkitgtk:browserOptions": map[string]any{"binary": "/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser", "args": []string{"--automation"}},
	}}})
	if err := json.Unmarshal(value, &made); err != nil {
		t.Fatal(err)
	}
	session = "/" + made.SessionID
	t.Cleanup(func() { _, _ = b.tell("", http.MethodDelete, "", nil) })
	return b
}

func encoded(v any) []byte {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return text
}

func (b *driven) must(command, method, path string, parameters map[string]any) json.RawMessage {
	b.t.Helper()
	value, err := b.tell(command, method, path, parameters)
	if err != nil {
		b.t.Fatal(err)
	}
	return value
}

func (b *driven) open(address string) {
	b.t.Helper()
	b.must("Navigate", http.MethodPost, "/url", map[string]any{"url": address})
}

// size sets the size of the window.
func (b *driven) size(s size) {
	b.t.Helper()
	b.must("SetWindowRect", http.MethodPost, "/window/rect", map[string]any{"width": s.width, "height": s.height, "x": nil, "y": nil})
}

// ask returns the value of an expression on the page.
func ask[T any](b *driven, expression string) (value T) {
	b.t.Helper()
	got := b.must("ExecuteScript", http.MethodPost, "/execute/sync", map[string]any{"script": "return " + expression, "args": []any{}})
	if err := json.Unmarshal(got, &value); err != nil {
		b.t.Fatalf("%s: %v, %.300s", expression, err, got)
	}
	return value
}

// wait waits until an expression is true.
func (b *driven) wait(expression string) {
	b.t.Helper()
	for began := time.Now(); !ask[bool](b, "!!("+expression+")"); time.Sleep(20 * time.Millisecond) {
		if time.Since(began) > patience {
			b.t.Fatalf("%s did not become true; the page: %.1500s", expression, ask[string](b, "document.body.innerText"))
		}
	}
}

// element finds an element.
func (b *driven) element(selector string) map[string]any {
	b.t.Helper()
	var found map[string]any
	value := b.must("FindElement", http.MethodPost, "/element", map[string]any{"using": "css selector", "value": selector})
	if err := json.Unmarshal(value, &found); err != nil {
		b.t.Fatal(err)
	}
	return found
}

func idOf(element map[string]any) (id string) {
	for _, value := range element {
		id = fmt.Sprint(value)
	}
	return id
}

// click presses an element as a pointer does, where it is in sight.
func (b *driven) click(selector string) {
	b.t.Helper()
	id := idOf(b.element(selector))
	b.must("ElementClick", http.MethodPost, "/element/"+id+"/click", map[string]any{"id": id})
}

// write types a text, or the path of a file, into an element.
func (b *driven) write(selector, text string) {
	b.t.Helper()
	id := idOf(b.element(selector))
	b.must("ElementSendKeys", http.MethodPost, "/element/"+id+"/value", map[string]any{"id": id, "text": text, "value": strings.Split(text, "")})
}
