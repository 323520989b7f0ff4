// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IFeeAccruals} from "../../../src/core/interfaces/IFeeAccruals.sol";
import {IAgentTreasury} from "../../../src/agents/interfaces/IAgentTreasury.sol";
import {IJobEscrow} from "../../../src/agents/interfaces/IJobEscrow.sol";
import {LocalFiatToken} from "../../../src/local/LocalFiatToken.sol";
import {Vm} from "../../support/Vm.sol";
import {AgentTest} from "./AgentTest.sol";

/// @title What the events say, and what must follow from them
/// @dev Books every movement that escrow and treasuries tell of, and judges each by what the jobs and policies allowed.
abstract contract JobLedger is AgentTest {
    /// @dev A job as the events have it.
    struct Seen {
        uint256 id;
        address client;
        address provider;
        address evaluator;
        address registry;
        LocalFiatToken token;
        uint256 budget;
        uint256 held;
        uint256 feeBps;
        uint256 expiredAt;
        IJobEscrow.JobStatus status;
        uint256 payments;
    }

    struct Spend {
        uint256 time;
        uint256 cents;
    }

    /// @dev What a `JobOpened` carries beside its topics.
    struct Opened {
        uint256 jobId;
        address vendor;
        LocalFiatToken token;
        uint256 amount;
        uint256 cents;
        address approvedBy;
    }

    /// @dev A treasury, and what its owner set.
    struct Purse {
        IAgentTreasury place;
        address registry;
        IAgentTreasury.Policy policy;
        mapping(LocalFiatToken token => uint256) reserve;
        mapping(address vendor => bool) isListed;
        mapping(uint256 day => mapping(address vendor => uint256)) vendorDay;
        Spend[] spends;
    }

    mapping(address account => mapping(LocalFiatToken token => uint256)) public booked;
    mapping(LocalFiatToken token => uint256) public heldIn;
    address[] public accounts;
    uint256 public openedCount;
    uint256 public approvedCount;
    uint256 public paidCount;
    uint256 public refundedCount;
    uint256 public heldBackCount;
    uint256 public refusedCount;

    Seen[] internal _jobs;
    mapping(uint256 jobId => uint256) internal _indexOf;
    Purse[3] internal _purses;

    /// @dev Sends a call, and fails when it does not do what was foretold. 0: refused, 1: done, 2: either.
    function _send(address sender, address target, bytes memory data, uint256 foretold)
        internal
        returns (bool success, bytes memory result)
    {
        vm.recordLogs();
        vm.prank(sender);
        (success, result) = target.call(data);
        if (foretold != 2) vm.assertEq(success, foretold == 1, "not what was foretold");
        Vm.Log[] memory logs = vm.getRecordedLogs();
        if (!success) {
            refusedCount += 1;
        } else {
            for (uint256 i = 0; i < logs.length; ++i) {
                _book(logs[i]);
            }
        }
    }

    function _book(Vm.Log memory log) private {
        if (log.emitter == address(escrow)) {
            bytes32 topic = log.topics[0];
            if (topic == IJobEscrow.JobCreated.selector) _created(log);
            else if (topic == IJobEscrow.ProviderSet.selector) _named(log).provider = _account(log.topics[2]);
            else if (topic == IJobEscrow.BudgetSet.selector) _named(log).budget = abi.decode(log.data, (uint256));
            else if (topic == IJobEscrow.TermsSet.selector) _termsSet(log);
            else if (topic == IJobEscrow.JobFunded.selector) _funded(log);
            else if (topic == IFeeAccruals.FeesSwept.selector) _swept(log);
            else _decided(log, topic);
        }
        for (uint256 i = 0; i < 3; ++i) {
            if (log.emitter == address(_purses[i].place)) _ofPurse(_purses[i], log);
        }
    }

    function _created(Vm.Log memory log) private {
        Seen memory job;
        (job.id, job.client, job.provider) = (uint256(log.topics[1]), _account(log.topics[2]), _account(log.topics[3]));
        (job.evaluator, job.expiredAt,) = abi.decode(log.data, (address, uint256, string));
        job.status = IJobEscrow.JobStatus.Open;
        vm.assertEq(_indexOf[job.id], 0, "an id twice");
        _jobs.push(job);
        _indexOf[job.id] = _jobs.length;
    }

    function _termsSet(Vm.Log memory log) private {
        Seen storage job = _of(log);
        job.registry = _account(log.topics[1]);
        (, job.token) = abi.decode(log.data, (uint256, LocalFiatToken));
    }

    function _funded(Vm.Log memory log) private {
        Seen storage job = _of(log);
        (,,,, uint256 amount, uint256 feeBps,) =
            abi.decode(log.data, (address, address, uint256, address, uint256, uint256, uint256));
        vm.assertEq(amount, job.budget, "price");
        vm.assertLe(feeBps, 300, "fee");
        _move(job.token, job.client, address(escrow), amount);
        (job.held, job.feeBps, job.status) = (amount, feeBps, IJobEscrow.JobStatus.Funded);
        heldIn[job.token] += amount;
    }

    function _decided(Vm.Log memory log, bytes32 topic) private {
        Seen storage job = _of(log);
        vm.assertEq(_account(log.topics[1]), job.registry, "registry");
        if (topic == IJobEscrow.JobSubmitted.selector) job.status = IJobEscrow.JobStatus.Submitted;
        if (topic == IJobEscrow.JobRejected.selector) job.status = IJobEscrow.JobStatus.Rejected;
        if (topic == IJobEscrow.JobExpired.selector) job.status = IJobEscrow.JobStatus.Expired;
        if (topic == IJobEscrow.PaymentHeld.selector) heldBackCount += 1;
        if (topic == IJobEscrow.JobCompleted.selector) _completed(job, log);
        if (topic == IJobEscrow.PaymentReleased.selector) {
            vm.assertEq(uint256(job.status), uint256(IJobEscrow.JobStatus.Completed), "paid for accepted work");
            vm.assertEq(_account(log.topics[3]), job.provider, "provider");
            _paid(job, job.provider, log);
            paidCount += 1;
        }
        if (topic == IJobEscrow.Refunded.selector) {
            vm.assertTrue(job.status > IJobEscrow.JobStatus.Completed, "refunded without work");
            vm.assertEq(_account(log.topics[3]), job.client, "client");
            _paid(job, job.client, log);
            refundedCount += 1;
        }
    }

    function _completed(Seen storage job, Vm.Log memory log) private {
        (, uint256 amount, uint256 fee) = abi.decode(log.data, (bytes32, uint256, uint256));
        vm.assertEq(fee, job.budget * job.feeBps / 10_000, "the fee of the funding");
        vm.assertEq(amount + fee, job.budget, "net and fee");
        job.status = IJobEscrow.JobStatus.Completed;
        job.held -= fee;
        heldIn[job.token] -= fee;
    }

    /// @dev All that the job held, and that once.
    function _paid(Seen storage job, address to, Vm.Log memory log) private {
        uint256 amount = abi.decode(log.data, (uint256));
        vm.assertEq(amount, job.held, "what it held");
        job.payments += 1;
        vm.assertEq(job.payments, 1, "payments of a job");
        _move(job.token, address(escrow), to, amount);
        heldIn[job.token] -= amount;
        job.held = 0;
    }

    function _swept(Vm.Log memory log) private {
        LocalFiatToken token = LocalFiatToken(_account(log.topics[2]));
        _move(token, address(escrow), _account(log.topics[3]), abi.decode(log.data, (uint256)));
    }

    function _ofPurse(Purse storage purse_, Vm.Log memory log) private {
        bytes32 topic = log.topics[0];
        if (topic == IAgentTreasury.Withdrawn.selector) {
            (address to, uint256 amount) = abi.decode(log.data, (address, uint256));
            _move(LocalFiatToken(_account(log.topics[3])), address(purse_.place), to, amount);
        }
        if (topic == IAgentTreasury.SpendReset.selector) delete purse_.spends;
        if (topic == IAgentTreasury.JobOpened.selector) _opened(purse_, log);
    }

    /// @dev A treasury spends within its month always, and without the owner within the rest of the policy too.
    function _opened(Purse storage purse_, Vm.Log memory log) private {
        Opened memory job = abi.decode(log.data, (Opened));
        uint256 rate = address(job.token) == address(usdc) ? CENT : EUR_CENT;
        vm.assertEq(job.cents, (job.amount + rate - 1) / rate, "cents");
        purse_.spends.push(Spend(block.timestamp, job.cents));
        vm.assertLe(_ofThirtyDays(purse_), purse_.policy.monthlyCapCents, "thirty days");
        uint256 ofDay = purse_.vendorDay[block.timestamp / 1 days][job.vendor] += job.cents;
        if (job.approvedBy != address(0)) {
            approvedCount += 1;
            return;
        }
        openedCount += 1;
        vm.assertTrue(purse_.isListed[job.vendor], "a listed vendor");
        vm.assertLe(job.cents, purse_.policy.approvalThresholdCents, "threshold");
        vm.assertLe(ofDay, purse_.policy.vendorDailyCents, "the vendor's day");
        address evaluator = _jobs[_indexOf[job.jobId] - 1].evaluator;
        vm.assertTrue(evaluator == address(purse_.place) || evaluator == purse_.policy.evaluator, "evaluator");
        vm.assertLe(purse_.reserve[job.token], job.token.balanceOf(address(purse_.place)), "reserve");
    }

    function _ofThirtyDays(Purse storage purse_) private view returns (uint256 sum) {
        for (uint256 i = 0; i < purse_.spends.length; ++i) {
            if (purse_.spends[i].time + 30 days >= block.timestamp) sum += purse_.spends[i].cents;
        }
    }

    function _move(LocalFiatToken token, address from, address to, uint256 amount) internal {
        booked[from][token] -= amount;
        booked[to][token] += amount;
    }

    /// @dev The job that an event with the registry first is about.
    function _of(Vm.Log memory log) private view returns (Seen storage) {
        return _jobs[_indexOf[uint256(log.topics[2])] - 1];
    }

    /// @dev The job that an event without a registry is about.
    function _named(Vm.Log memory log) private view returns (Seen storage) {
        return _jobs[_indexOf[uint256(log.topics[1])] - 1];
    }

    function _account(bytes32 topic) private pure returns (address) {
        return address(uint160(uint256(topic)));
    }
}
