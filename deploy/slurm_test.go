// The jobs of deploy/slurm on a Slurm of their own: two nodes on this machine, on ports of their own, of which some tasks
// are killed. Run by GEVEL_TEST_SLURM=1 go test ./deploy -run Slurm, with slurmctld, slurmd and munge of Debian.

package deploy_test

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
)

// slurm is a cluster with a folder, and a town whose edition and values it makes.
type slurm struct {
	t             *testing.T
	dir, programs string
	environment   []string
}

const slurmConf = `ClusterName=gevel
SlurmctldHost=%[1]s(127.0.0.1)
SlurmctldPort=%[2]d
SlurmUser=%[5]s
SlurmdUser=%[5]s
AuthType=auth/munge
AuthInfo=socket=%[6]s/munge/socket,cred_expire=5
StateSaveLocation=%[6]s/state
SlurmdSpoolDir=%[6]s/spool-%%n
SlurmctldPidFile=%[6]s/slurmctld.pid
SlurmdPidFile=%[6]s/slurmd-%%n.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core_Memory
SlurmdParameters=config_overrides
SchedulerParameters=batch_sched_delay=0,sched_interval=1
MpiDefault=none
NodeName=n1 NodeHostname=%[1]s NodeAddr=127.0.0.1 Port=%[3]d CPUs=2 RealMemory=8000 State=UNKNOWN
NodeName=n2 NodeHostname=%[1]s NodeAddr=127.0.0.1 Port=%[4]d CPUs=2 RealMemory=8000 State=UNKNOWN
PartitionName=all Nodes=n1,n2 Default=YES MaxTime=INFINITE State=UP
`

// wrapper stands for gevel in the jobs: it notes each call, and the call for which there is a mark is killed once.
const wrapper = `#!/bin/sh
echo "$*" >>%[1]s/calls
mark=%[1]s/kill-$1-${SLURM_ARRAY_TASK_ID:-0}
if [ -e "$mark" ]; then
  rm "$mark"
  %[1]s/real "$@" &
  kill -9 $!
  wait $!
  exit $?
fi
exec %[1]s/real "$@"
`

func startSlurm(t *testing.T) *slurm {
	t.Helper()
	if os.Getenv("GEVEL_TEST_SLURM") == "" {
		t.Skip("GEVEL_TEST_SLURM is not set")
	}
	dir := t.TempDir()
	s := &slurm{t: t, dir: dir, programs: filepath.Join(dir, "programs")}
	for _, name := range []string{"state", "munge", "spool-n1", "spool-n2", "programs"} {
		if err := os.Mkdir(filepath.Join(dir, name), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	write(t, filepath.Join(dir, "munge", "key"), strings.Repeat("only this test's ", 8))
	host, err := os.Hostname()
	if err != nil {
		t.Fatal(err)
	}
	host, _, _ = strings.Cut(host, ".")
	conf := filepath.Join(dir, "slurm.conf")
	write(t, conf, fmt.Sprintf(slurmConf, host, freePort(t), freePort(t), freePort(t), user(t), dir))
	s.environment = append(os.Environ(), "SLURM_CONF="+conf, "PATH="+s.programs+":"+os.Getenv("PATH"), "GEVEL_EDITIONS=")
	munge := func(name string) string { return filepath.Join(dir, "munge", name) }
	s.start("munged", "--foreground", "--force", "--socket="+munge("socket"), "--key-file="+munge("key"),
		"--pid-file="+munge("pid"), "--log-file="+munge("log"), "--seed-file="+munge("seed"), "--num-threads=2")
	s.start("slurmctld", "-D", "-c")
	s.start("slurmd", "-D", "-N", "n1")
	s.start("slurmd", "-D", "-N", "n2")
	run(t, "go", "build", "-o", s.path("programs/real"), "github.com/gevel/gevel/cmd/gevel")
	write(t, s.path("programs/gevel"), fmt.Sprintf(wrapper, s.programs))
	if err := os.Chmod(s.path("programs/gevel"), 0o700); err != nil {
		t.Fatal(err)
	}
	return s
}

func user(t *testing.T) string { return strings.TrimSpace(run(t, "id", "-un")) }

func freePort(t *testing.T) int {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0") //nolint:noctx // it is closed at once
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port
}

func (s *slurm) path(name string) string { return filepath.Join(s.dir, name) }

// start starts a daemon, which ends with the test.
func (s *slurm) start(args ...string) {
	s.t.Helper()
	log, err := os.Create(s.path(strings.Join(args[:1], "") + fmt.Sprint(len(args)) + args[len(args)-1][:2] + ".log"))
	if err != nil {
		s.t.Fatal(err)
	}
	daemon := exec.Command(find(s.t, args[0]), args[1:]...) //nolint:noctx // it ends below
	daemon.Env, daemon.Stdout, daemon.Stderr = s.environment, log, log
	if err := daemon.Start(); err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() {
		_ = daemon.Process.Signal(syscall.SIGTERM)
		_ = daemon.Wait()
		_ = log.Close()
		if text, err := os.ReadFile(log.Name()); err == nil && s.t.Failed() { //nolint:forbidigo // a log of this test
			s.t.Logf("%s:\n%s", args[0], text)
		}
	})
}

// do runs a command and returns its output.
func (s *slurm) do(args ...string) string {
	s.t.Helper()
	cmd := exec.CommandContext(s.t.Context(), args[0], args[1:]...)
	cmd.Env, cmd.Dir = s.environment, s.dir
	var said strings.Builder
	cmd.Stderr = &said
	out, err := cmd.Output()
	if err != nil {
		s.t.Fatalf("%v: %v\n%s%s\n%s", args, err, out, said.String(), s.logs())
	}
	return string(out)
}

// logs returns what the jobs said.
func (s *slurm) logs() string {
	var all strings.Builder
	for _, pattern := range []string{"slurm-*.out", "town/slurm-*.out"} {
		paths, _ := filepath.Glob(s.path(pattern))
		for _, path := range paths {
			fmt.Fprintf(&all, "%s:\n%s\n", filepath.Base(path), s.read(path))
		}
	}
	return all.String()
}

func (s *slurm) read(path string) string {
	text, err := os.ReadFile(path) //nolint:forbidigo // of this test
	if err != nil {
		s.t.Fatal(err)
	}
	return string(text)
}

// await waits until a job has ended, and must have succeeded.
func (s *slurm) await(job string) {
	s.t.Helper()
	s.do("sbatch", "--wait", "--dependency=afterany:"+job, "--output=/dev/null", "--mem=64M", "--wrap=true")
	if state := s.do("scontrol", "show", "job", job); !strings.Contains(state, "JobState=COMPLETED") {
		s.t.Fatalf("job %s did not succeed: %s\n%s", job, state, s.logs())
	}
}

// kill has the task of a command killed once it runs.
func (s *slurm) kill(command string, task int) string {
	mark := s.path(fmt.Sprintf("programs/kill-%s-%d", command, task))
	write(s.t, mark, "")
	return mark
}

// calls returns how often gevel was called with words in a job.
func (s *slurm) calls(words string) int {
	return strings.Count(s.read(s.path("programs/calls")), words)
}

func TestSlurmTrainsAndValues(t *testing.T) {
	s := startSlurm(t)
	real := s.path("programs/real")
	s.do(real, "demo", "--files-only", "--homes", "700", "--date", "2026-01-20", "--dir", s.path("town"))
	s.do("sh", "-c", "sed 's/^editions:.*/editions: together/' town/gevel.yaml >town/together.yaml")
	s.do(real, "build", "-c", "town/together.yaml")
	edition := func(folder string) string {
		found, err := filepath.Glob(s.path("town/" + folder + "/*/manifest.json"))
		if err != nil || len(found) != 1 {
			t.Fatalf("editions in %s: %v, %v\n%s", folder, found, err, s.logs())
		}
		return filepath.Base(filepath.Dir(found[0]))
	}
	scripts, err := filepath.Abs("slurm")
	if err != nil {
		t.Fatal(err)
	}

	marks := []string{s.kill("build", 0), s.kill("train", 2), s.kill("value", 1)}
	jobs := strings.Fields(s.do(scripts+"/edition", "town/gevel.yaml", s.path("training"), "4"))
	s.await(jobs[len(jobs)-1])
	if one, split := edition("together"), edition("editions"); one != split {
		t.Errorf("one machine builds %s, and Slurm %s", one, split)
	}
	for words, times := range map[string]int{"--prepare": 2, "--shard 0/4": 1, "--shard 2/4": 2, "--shard 3/4": 1, "--trained": 1} {
		if got := s.calls(words); got != times {
			t.Errorf("gevel %s was called %d times instead of %d:\n%s", words, got, times, s.read(s.path("programs/calls")))
		}
	}

	s.environment = append(s.environment, "GEVEL_EDITIONS="+s.path("town/editions"))
	arguments := []string{"--all", "--date", "2026-01-01", "--explain"}
	jobs = strings.Fields(s.do(append([]string{scripts + "/values", "4", "values"}, arguments...)...))
	s.await(jobs[1])
	s.do(append([]string{real, "value", "--output", "whole.csv"}, arguments...)...)
	want, got := lines(s.read(s.path("whole.csv"))), lines(s.read(s.path("values/values.csv")))
	if !slices.Equal(want, got) {
		t.Errorf("the shards have %d rows, and the whole has %d", len(got), len(want))
	}
	if len(want) < 600 || !strings.Contains(strings.Join(want, "\n"), "step_") {
		t.Errorf("%d rows, or no explanations", len(want))
	}
	if n := s.calls("part-1.csv"); n != 2 {
		t.Errorf("the killed part was worked on %d times", n)
	}

	// A part that is finished is not valued again, also when Slurm repeats its task.
	s.do("scontrol", "requeue", jobs[0]+"_0")
	s.await(jobs[0] + "_0")
	if n := s.calls("part-0.csv"); n != 1 {
		t.Errorf("the finished part was worked on %d times", n)
	}
	for _, mark := range marks {
		if _, err := os.Stat(mark); err == nil {
			t.Errorf("%s was not killed", filepath.Base(mark))
		}
	}
}

// lines returns the lines of a text, sorted.
func lines(text string) []string {
	list := strings.Split(strings.TrimSpace(text), "\n")
	slices.Sort(list)
	return list
}
