require "date"

MAX_LOANS = 3
Card = Struct.new(:number)

# Who may borrow.
module Library
  class Member < Base
    GRACE_DAYS = 7
    attr_reader :name

    # New member.
    def initialize(name)
      @name = name
    end

    def late?(day) = day > Date.today + GRACE_DAYS

    def self.guest
      new("guest")
    end

    class << self
      def all
        []
      end
    end

    private def secret
      1
    end
  end
end

def greet(member)
  puts member.name
end
