// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IAgentTreasury} from "../../src/agents/interfaces/IAgentTreasury.sol";
import {IJobEscrow} from "../../src/agents/interfaces/IJobEscrow.sol";
import {AgentTest} from "./support/AgentTest.sol";

contract ProposeJobTest is AgentTest {
    function test_opens_what_the_policy_allows_at_once() public {
        IAgentTreasury.JobOrder memory o = order_(THRESHOLD);
        vm.assertEq(uint256(purse.holdOf(o)), 0, "no hold");
        uint256 jobId = propose(ID, o);
        IJobEscrow.Job memory job = escrow.getJob(jobId);
        vm.assertEq(job.client, address(purse), "client");
        vm.assertEq(job.provider, vendor, "provider");
        vm.assertEq(job.evaluator, address(purse), "evaluator");
        vm.assertEq(job.registry, address(registry), "registry");
        vm.assertEq(job.merchantId, merchantA, "merchant");
        vm.assertEq(job.token, address(usdc), "token");
        vm.assertEq(job.escrowed, THRESHOLD * CENT, "escrowed");
        vm.assertEq(job.expiredAt, START + TERM, "expiry");
        vm.assertEq(job.description, "job_1", "description");
        expectStatus(jobId, IJobEscrow.JobStatus.Funded);
        vm.assertEq(usdc.balanceOf(address(purse)), DEPOSIT - THRESHOLD * CENT, "purse");
        vm.assertEq(usdc.allowance(address(purse), address(escrow)), 0, "no allowance is left");
        vm.assertEq(purse.spentCents(), THRESHOLD, "month");
        vm.assertEq(purse.vendorSpentCents(vendor), THRESHOLD, "day");
        IAgentTreasury.Proposal memory kept = purse.proposal(ID);
        vm.assertEq(kept.jobId, jobId, "job");
        vm.assertEq(uint256(kept.status), uint256(IAgentTreasury.ProposalStatus.Opened), "opened");
    }

    function test_tells_of_it() public {
        IAgentTreasury.JobOrder memory o = order_(100);
        uint256 state = vm.snapshotState();
        uint256 jobId = propose(ID, o);
        vm.assertTrue(vm.revertToState(state), "as before");
        IAgentTreasury.JobOrder memory filled = order_(100);
        filled.evaluator = address(purse);
        vm.expectEmit(address(purse));
        emit IAgentTreasury.JobProposed(address(registry), merchantA, ID, filled, 100, IAgentTreasury.Hold.None);
        vm.expectEmit(address(purse));
        emit IAgentTreasury.JobOpened(
            address(registry), merchantA, ID, jobId, vendor, address(usdc), 100 * CENT, 100, address(0)
        );
        propose(ID, o);
    }

    function test_waits_above_the_threshold() public {
        IAgentTreasury.JobOrder memory o = order_(THRESHOLD);
        o.amount += 1;
        _waits(o, IAgentTreasury.Hold.Threshold);
    }

    function test_waits_for_a_vendor_that_is_not_listed() public {
        IAgentTreasury.JobOrder memory o = order_(1);
        o.vendor = stranger;
        _waits(o, IAgentTreasury.Hold.Vendor);
        setVendor(vendor, false);
        _waits(order_(1), IAgentTreasury.Hold.Vendor);
    }

    function test_waits_for_an_evaluator_that_the_policy_does_not_name() public {
        IAgentTreasury.JobOrder memory o = order_(1);
        o.evaluator = judge;
        _waits(o, IAgentTreasury.Hold.Evaluator);
        IAgentTreasury.Policy memory named_ = standard();
        named_.evaluator = judge;
        setPolicy(named_);
        uint256 jobId = propose(keccak256("2"), o);
        vm.assertEq(escrow.getJob(jobId).evaluator, judge, "evaluator");
        propose(keccak256("3"), order_(1));
    }

    /// @dev A job split in ten does not pass.
    function test_waits_when_the_vendors_day_is_used_up() public {
        for (uint256 i = 0; i < 10; ++i) {
            IAgentTreasury.JobOrder memory part = order_(VENDOR_DAY / 10 + 1);
            if (i < 9) propose(bytes32(i + 1), part);
            else _waits(part, IAgentTreasury.Hold.VendorDay);
        }
        vm.assertEq(purse.vendorSpentCents(vendor), 9 * (VENDOR_DAY / 10 + 1), "day");
        setVendor(stranger, true);
        IAgentTreasury.JobOrder memory o = order_(THRESHOLD);
        o.vendor = stranger;
        propose(keccak256("another vendor's day"), o);
        uint256 midnight = (START / 1 days + 1) * 1 days;
        vm.warp(midnight - 1);
        _waits(order_(THRESHOLD), IAgentTreasury.Hold.VendorDay);
        vm.warp(midnight);
        vm.assertEq(purse.vendorSpentCents(vendor), 0, "a new day");
        propose(keccak256("the next day"), order_(THRESHOLD));
    }

    function test_counts_what_the_owner_approved_in_the_vendors_day() public {
        IAgentTreasury.JobOrder memory big = order_(VENDOR_DAY);
        propose(ID, big);
        approve(ID, big);
        _waits(order_(1), IAgentTreasury.Hold.VendorDay);
    }

    function test_waits_when_the_month_is_used_up() public {
        IAgentTreasury.Policy memory small = standard();
        small.monthlyCapCents = 150;
        setPolicy(small);
        propose(ID, order_(100));
        _waits(order_(51), IAgentTreasury.Hold.Month);
        propose(keccak256("2"), order_(50));
    }

    function test_counts_euros_by_their_rate_rounded_up() public {
        vm.assertEq(purse.centsOf(address(eurc), 1), 1, "the least");
        vm.assertEq(purse.centsOf(address(eurc), EUR_CENT), 1, "one");
        vm.assertEq(purse.centsOf(address(eurc), EUR_CENT + 1), 2, "more than one");
        IAgentTreasury.JobOrder memory o = order_(0);
        (o.token, o.amount) = (address(eurc), 1_000_000);
        uint256 jobId = propose(ID, o);
        vm.assertEq(purse.spentCents(), 125, "a euro");
        vm.assertEq(escrow.getJob(jobId).token, address(eurc), "token");
        propose(keccak256("2"), order_(100));
        vm.assertEq(purse.spentCents(), 225, "both");
    }

    function test_waits_rather_than_touch_the_reserve() public {
        IAgentTreasury.TokenPolicy[] memory tokens = rates();
        tokens[0].reserve = uint128(DEPOSIT - 100 * CENT);
        vm.prank(owner);
        purse.setPolicy(standard(), tokens);
        _waits(order_(101), IAgentTreasury.Hold.Reserve);
        propose(keccak256("2"), order_(100));
        _waits(order_(1), IAgentTreasury.Hold.Reserve);
        IAgentTreasury.JobOrder memory o = order_(1);
        o.token = address(eurc);
        propose(keccak256("3"), o);
    }

    function test_takes_proposals_of_the_agent_alone_and_each_id_once() public {
        IAgentTreasury.JobOrder memory o = order_(1);
        bytes memory call = abi.encodeCall(IAgentTreasury.proposeJob, (ID, o));
        refused(address(purse), owner, call, err(IAgentTreasury.NotAgent.selector, owner));
        refused(address(purse), stranger, call, err(IAgentTreasury.NotAgent.selector, stranger));
        bytes memory zero = abi.encodeCall(IAgentTreasury.proposeJob, (bytes32(0), o));
        refused(address(purse), agent, zero, err(IAgentTreasury.ProposalIdUsed.selector, bytes32(0)));
        propose(ID, o);
        refused(address(purse), agent, call, err(IAgentTreasury.ProposalIdUsed.selector, ID));
    }

    function test_refuses_vendors_that_could_not_be_paid() public {
        address[7] memory wrong = [address(0), address(purse), address(escrow), address(usdc), agent, owner, payoutA];
        for (uint256 i = 0; i < wrong.length; ++i) {
            IAgentTreasury.JobOrder memory o = order_(1);
            o.vendor = wrong[i];
            _refused(o, err(IAgentTreasury.InvalidVendor.selector, wrong[i]));
        }
        IAgentTreasury.JobOrder memory judged = order_(1);
        judged.evaluator = vendor;
        _refused(judged, err(IAgentTreasury.InvalidVendor.selector, vendor));
    }

    function test_refuses_the_agent_and_the_payout_as_evaluator() public {
        address[2] memory wrong = [agent, payoutA];
        for (uint256 i = 0; i < 2; ++i) {
            IAgentTreasury.JobOrder memory o = order_(1);
            o.evaluator = wrong[i];
            _refused(o, err(IAgentTreasury.InvalidEvaluator.selector, wrong[i]));
        }
    }

    function test_refuses_what_is_no_order() public {
        IAgentTreasury.JobOrder memory o = order_(0);
        _refused(o, err(IAgentTreasury.InvalidAmount.selector, uint256(0)));
        o.amount = uint256(type(uint128).max) + 1;
        _refused(o, err(IAgentTreasury.InvalidAmount.selector, o.amount));
        o = order_(1);
        o.expiredAt = START + 91 days + 1;
        _refused(o, err(IAgentTreasury.ExpiryTooFar.selector, o.expiredAt, START + 91 days));
        o = order_(1);
        o.description = "12345678901234567890123456789012";
        _refused(o, err(IAgentTreasury.DescriptionTooLong.selector, uint256(32)));
        o = order_(1);
        o.token = address(registry);
        _refused(o, err(IAgentTreasury.UnpricedToken.selector, address(registry)));
    }

    /// @dev Nothing counts, and the id is free, when the escrow refuses.
    function test_leaves_nothing_behind_when_the_escrow_refuses() public {
        IAgentTreasury.JobOrder memory o = order_(1);
        o.expiredAt = START + REVIEW;
        _refused(o, err(IJobEscrow.ExpiryTooSoon.selector, o.expiredAt, o.expiredAt));
        vm.prank(operator);
        registry.close(merchantA);
        _refused(order_(1), notPayable(merchantA));
        vm.assertEq(purse.spentCents(), 0, "month");
        vm.assertEq(uint256(purse.proposal(ID).status), 0, "free");
    }

    function _waits(IAgentTreasury.JobOrder memory o, IAgentTreasury.Hold hold) private {
        bytes32 id = keccak256(abi.encode(o, block.timestamp));
        uint256 before = usdc.balanceOf(address(purse));
        vm.assertEq(uint256(purse.holdOf(o)), uint256(hold), "hold");
        vm.assertEq(propose(id, o), 0, "no job");
        vm.assertEq(usdc.balanceOf(address(purse)), before, "nothing moved");
        IAgentTreasury.Proposal memory kept = purse.proposal(id);
        vm.assertEq(uint256(kept.status), uint256(IAgentTreasury.ProposalStatus.Waiting), "waiting");
        vm.assertEq(kept.orderHash, purse.orderHash(o), "order");
    }

    function _refused(IAgentTreasury.JobOrder memory o, bytes memory reason) private {
        refused(address(purse), agent, abi.encodeCall(IAgentTreasury.proposeJob, (ID, o)), reason);
    }
}
