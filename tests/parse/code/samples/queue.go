// Package queue keeps jobs.
package queue

import "time"

const MaxJobs = 100

const (
	// Retry waits this long.
	Retry = 30 * time.Second
	Pause, Stop = 1, 2
)

// Job is one unit of work.
type Job[T any] struct {
	Name string
}

type (
	State int

	Runner interface {
		Run() error
	}
)

// Run does the job.
func (j *Job[T]) Run() error {
	return nil
}

func (State) String() string { return "state" }

func New(name string) *Job[int] {
	return &Job[int]{Name: name}
}
