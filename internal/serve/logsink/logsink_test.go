package logsink_test

import (
	"bytes"
	"fmt"
	"io"
	"log/slog"
	"os"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/gevel/gevel/internal/serve/logsink"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestLinesArriveInOrder(t *testing.T) {
	var out bytes.Buffer
	sink := logsink.New(&out)
	var want strings.Builder
	for i := range 1000 {
		line := fmt.Sprintf("line %d\n", i)
		want.WriteString(line)
		if n, err := io.WriteString(sink, line); err != nil || n != len(line) {
			t.Fatalf("wrote %d bytes, %v", n, err)
		}
	}
	sink.Close(time.Minute)
	if out.String() != want.String() || sink.Dropped() != 0 {
		t.Errorf("%d dropped, got %d bytes of %d", sink.Dropped(), out.Len(), want.Len())
	}
}

// TestAFullPipeBlocksNoWriter writes far more than the pipe and the sink hold.
func TestAFullPipeBlocksNoWriter(t *testing.T) {
	read, write, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	sink := logsink.New(write)
	log := slog.New(slog.NewJSONHandler(sink, nil))
	const lines = 50_000
	for i := range lines {
		log.Info("request", slog.Int("n", i))
	}
	dropped := sink.Dropped()
	if dropped == 0 || dropped == lines {
		t.Fatalf("%d of %d lines dropped", dropped, lines)
	}
	got := make(chan string)
	go func() { // now the pipe is read
		text, _ := io.ReadAll(read)
		got <- string(text)
	}()
	sink.Close(time.Minute)
	write.Close()
	text := <-got
	read.Close()
	if want := fmt.Sprintf(`"lines":%d}`, dropped); strings.Count(text, want) != 1 {
		t.Errorf("the log does not report that %d lines were dropped: %.200s", dropped, text)
	}
	if n := strings.Count(text, `"msg":"request"`); int64(n) != lines-dropped {
		t.Errorf("%d lines arrived, %d of %d were dropped", n, dropped, lines)
	}
}

func TestALogThatIsNeverReadDoesNotHoldUpTheEnd(t *testing.T) {
	read, write := io.Pipe()
	sink := logsink.New(write)
	fmt.Fprintln(sink, "lost")
	sink.Close(0)
	fmt.Fprintln(sink, "too late")
	if sink.Dropped() != 1 {
		t.Errorf("%d lines dropped after the end, want 1", sink.Dropped())
	}
	read.Close()
}

func TestLinesThatCanNotBeWrittenAreCounted(t *testing.T) {
	read, write := io.Pipe()
	read.Close()
	sink := logsink.New(write)
	fmt.Fprint(sink, "one\n")
	sink.Close(time.Minute)
	if sink.Dropped() != 1 {
		t.Errorf("%d lines dropped, want 1", sink.Dropped())
	}
}

// away is a writer that fails a number of times.
type away struct {
	times int
	bytes.Buffer
	wrote chan struct{} // after each line
}

func (a *away) Write(lines []byte) (int, error) {
	defer func() { a.wrote <- struct{}{} }()
	if a.times--; a.times >= 0 {
		return 0, io.ErrClosedPipe
	}
	return a.Buffer.Write(lines)
}

func TestAllLinesThatCouldNotBeWrittenAreReported(t *testing.T) {
	out := &away{times: 3, wrote: make(chan struct{}, 1)}
	sink := logsink.New(out)
	for range 3 {
		fmt.Fprint(sink, "lost\n")
		<-out.wrote
	}
	fmt.Fprint(sink, "written\n")
	<-out.wrote
	<-out.wrote // the report of the missing lines
	sink.Close(time.Minute)
	if text := out.String(); !strings.Contains(text, `"lines":3}`) {
		t.Errorf("the log does not report that 3 lines are missing: %s", text)
	}
}

func BenchmarkWrite(b *testing.B) {
	sink := logsink.New(io.Discard)
	defer sink.Close(time.Minute)
	line := []byte(strings.Repeat("x", 200) + "\n")
	b.ReportAllocs()
	for b.Loop() {
		_, _ = sink.Write(line)
	}
}
