// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IAgentTreasury} from "../../src/agents/interfaces/IAgentTreasury.sol";
import {IJobEscrow} from "../../src/agents/interfaces/IJobEscrow.sol";
import {LocalSmartWallet} from "../../src/local/LocalSmartWallet.sol";
import {AgentTest} from "./support/AgentTest.sol";

contract ApproveJobTest is AgentTest {
    uint256 private constant DEADLINE = START + 1 hours;

    IAgentTreasury.JobOrder private o;

    function setUp() public override {
        super.setUp();
        o = order_(THRESHOLD + 1);
        propose(ID, o);
    }

    function test_opens_what_the_owner_approves() public {
        vm.prank(owner);
        uint256 jobId = purse.approveJob(ID, o);
        expectStatus(jobId, IJobEscrow.JobStatus.Funded);
        vm.assertEq(purse.spentCents(), THRESHOLD + 1, "month");
        vm.assertEq(purse.proposal(ID).jobId, jobId, "job");
        bytes memory again = abi.encodeCall(IAgentTreasury.approveJob, (ID, o));
        refused(address(purse), owner, again, _notWaiting(IAgentTreasury.ProposalStatus.Opened));
    }

    function test_opens_for_any_vendor_and_evaluator_that_the_owner_wants() public {
        IAgentTreasury.JobOrder memory other = order_(1);
        (other.vendor, other.evaluator) = (stranger, judge);
        bytes32 id = keccak256("2");
        propose(id, other);
        uint256 jobId = approve(id, other);
        vm.assertEq(escrow.getJob(jobId).provider, stranger, "provider");
        vm.assertEq(escrow.getJob(jobId).evaluator, judge, "evaluator");
    }

    function test_takes_the_word_of_the_owner_alone() public {
        bytes memory call = abi.encodeCall(IAgentTreasury.approveJob, (ID, o));
        address[3] memory others = [agent, stranger, payoutA];
        for (uint256 i = 0; i < 3; ++i) {
            refused(address(purse), others[i], call, err(IAgentTreasury.NotOwner.selector, others[i]));
        }
    }

    function test_opens_nothing_but_what_was_proposed() public {
        for (uint256 i = 0; i < 6; ++i) {
            IAgentTreasury.JobOrder memory changed = order_(THRESHOLD + 1);
            if (i == 0) changed.amount += 1;
            if (i == 1) changed.vendor = stranger;
            if (i == 2) changed.evaluator = judge;
            if (i == 3) changed.token = address(eurc);
            if (i == 4) changed.expiredAt += 1;
            if (i == 5) changed.description = "job_2";
            bytes memory call = abi.encodeCall(IAgentTreasury.approveJob, (ID, changed));
            refused(address(purse), owner, call, err(IAgentTreasury.OrderMismatch.selector, ID));
        }
        bytes memory none = abi.encodeCall(IAgentTreasury.approveJob, (keccak256("2"), o));
        bytes memory reason = abi.encodeWithSelector(
            IAgentTreasury.NotWaiting.selector, keccak256("2"), IAgentTreasury.ProposalStatus.None
        );
        refused(address(purse), owner, none, reason);
    }

    function test_stays_within_cap_and_reserve() public {
        IAgentTreasury.Policy memory lowered = standard();
        lowered.monthlyCapCents = THRESHOLD;
        setPolicy(lowered);
        bytes memory call = abi.encodeCall(IAgentTreasury.approveJob, (ID, o));
        bytes memory reason = err(IAgentTreasury.MonthlyCapExceeded.selector, 0, THRESHOLD + 1, THRESHOLD);
        refused(address(purse), owner, call, reason);
        IAgentTreasury.TokenPolicy[] memory tokens = rates();
        tokens[0].reserve = uint128(DEPOSIT - o.amount + 1);
        vm.prank(owner);
        purse.setPolicy(standard(), tokens);
        reason = err(IAgentTreasury.ReserveBreached.selector, DEPOSIT, o.amount, tokens[0].reserve);
        refused(address(purse), owner, call, reason);
        tokens[0].reserve -= 1;
        vm.prank(owner);
        purse.setPolicy(standard(), tokens);
        approve(ID, o);
    }

    function test_judges_the_parties_again() public {
        IAgentTreasury.JobOrder memory other = order_(1);
        other.evaluator = judge;
        bytes32 id = keccak256("2");
        propose(id, other);
        vm.prank(owner);
        purse.setAgent(judge);
        bytes memory call = abi.encodeCall(IAgentTreasury.approveJob, (id, other));
        refused(address(purse), owner, call, err(IAgentTreasury.InvalidEvaluator.selector, judge));
        vm.prank(owner);
        registry.setPayout(merchantA, vendor);
        call = abi.encodeCall(IAgentTreasury.approveJob, (ID, o));
        refused(address(purse), owner, call, err(IAgentTreasury.InvalidVendor.selector, vendor));
    }

    function test_opens_by_the_owners_signature_until_the_deadline_once() public {
        bytes memory call = _bySig(DEADLINE, _sign(OWNER_KEY, DEADLINE));
        vm.warp(DEADLINE + 1);
        refused(address(purse), stranger, call, err(IAgentTreasury.ApprovalExpired.selector, DEADLINE));
        vm.warp(DEADLINE);
        vm.prank(stranger);
        (bool success, bytes memory result) = address(purse).call(call);
        vm.assertTrue(success, "opened");
        expectStatus(abi.decode(result, (uint256)), IJobEscrow.JobStatus.Funded);
        refused(address(purse), stranger, call, _notWaiting(IAgentTreasury.ProposalStatus.Opened));
    }

    function test_opens_nothing_that_the_owner_did_not_sign() public {
        bytes memory reason = err(IAgentTreasury.InvalidApproval.selector);
        refused(address(purse), stranger, _bySig(DEADLINE, _sign(0xbad, DEADLINE)), reason);
        refused(address(purse), stranger, _bySig(DEADLINE + 1, _sign(OWNER_KEY, DEADLINE)), reason);
        refused(address(purse), stranger, _bySig(DEADLINE, ""), reason);
        bytes memory signature = _sign(OWNER_KEY, DEADLINE);
        bytes32 other = keccak256("2");
        propose(other, o);
        bytes memory call = abi.encodeCall(IAgentTreasury.approveJobBySig, (other, o, DEADLINE, signature));
        refused(address(purse), stranger, call, reason);
        IAgentTreasury.JobOrder memory dearer = order_(THRESHOLD + 2);
        call = abi.encodeCall(IAgentTreasury.approveJobBySig, (ID, dearer, DEADLINE, signature));
        refused(address(purse), stranger, call, reason);
    }

    /// @dev A signature for one merchant's treasury is none for another's with the same owner, nor on another chain.
    function test_holds_for_this_treasury_on_this_chain() public {
        bytes memory signature = _sign(OWNER_KEY, DEADLINE);
        IAgentTreasury second = IAgentTreasury(implementation.deploy(address(registry), merchantB));
        vm.prank(owner);
        second.setPolicy(standard(), rates());
        mint(usdc, address(second), DEPOSIT);
        IAgentTreasury.JobOrder memory same = order_(THRESHOLD + 1);
        same.evaluator = address(second);
        vm.prank(agent);
        second.proposeJob(ID, same);
        bytes memory call = abi.encodeCall(IAgentTreasury.approveJobBySig, (ID, same, DEADLINE, signature));
        refused(address(second), stranger, call, err(IAgentTreasury.InvalidApproval.selector));
        vm.chainId(block.chainid + 1);
        refused(address(purse), stranger, _bySig(DEADLINE, signature), err(IAgentTreasury.InvalidApproval.selector));
    }

    function test_takes_the_word_of_an_owners_code() public {
        address wallet = address(new LocalSmartWallet(vm.addr(OWNER_KEY)));
        vm.prank(owner);
        registry.transferOwnership(merchantA, wallet);
        vm.prank(wallet);
        registry.acceptOwnership(merchantA);
        purse.approveJobBySig(ID, o, DEADLINE, _sign(OWNER_KEY, DEADLINE));
        vm.assertEq(purse.spentCents(), THRESHOLD + 1, "opened");
    }

    function test_the_digest_is_that_of_its_type() public view {
        bytes32 typeHash = keccak256(
            "JobApproval(address registry,uint256 merchantId,bytes32 proposalId,address token,address vendor,address evaluator,uint256 amount,uint256 expiredAt,string description,uint256 deadline)"
        );
        bytes memory head = abi.encode(typeHash, registry, merchantA, ID, o.token, o.vendor, address(purse));
        bytes memory tail = abi.encode(o.amount, o.expiredAt, keccak256(bytes(o.description)), DEADLINE);
        bytes32 separator = domainSeparator("Stipend Agent Treasury", "1", address(purse));
        bytes32 digest = typedDigest(separator, keccak256(bytes.concat(head, tail)));
        vm.assertEq(purse.approvalDigest(ID, o, DEADLINE), digest, "digest");
    }

    function test_a_cancelled_proposal_opens_no_more() public {
        bytes memory call = abi.encodeCall(IAgentTreasury.cancelProposal, (ID));
        refused(address(purse), stranger, call, err(IAgentTreasury.NotAgent.selector, stranger));
        vm.expectEmit(address(purse));
        emit IAgentTreasury.ProposalCancelled(address(registry), merchantA, ID, owner);
        vm.prank(owner);
        purse.cancelProposal(ID);
        refused(address(purse), owner, call, _notWaiting(IAgentTreasury.ProposalStatus.Cancelled));
        bytes memory reason = _notWaiting(IAgentTreasury.ProposalStatus.Cancelled);
        refused(address(purse), owner, abi.encodeCall(IAgentTreasury.approveJob, (ID, o)), reason);
        refused(address(purse), owner, _bySig(DEADLINE, _sign(OWNER_KEY, DEADLINE)), reason);
        bytes32 other = keccak256("2");
        propose(other, o);
        vm.prank(agent);
        purse.cancelProposal(other);
        propose(keccak256("3"), order_(1));
        call = abi.encodeCall(IAgentTreasury.cancelProposal, (keccak256("3")));
        reason = abi.encodeWithSelector(
            IAgentTreasury.NotWaiting.selector, keccak256("3"), IAgentTreasury.ProposalStatus.Opened
        );
        refused(address(purse), agent, call, reason);
    }

    function _bySig(uint256 deadline, bytes memory signature) private view returns (bytes memory) {
        return abi.encodeCall(IAgentTreasury.approveJobBySig, (ID, o, deadline, signature));
    }

    function _sign(uint256 key, uint256 deadline) private view returns (bytes memory) {
        return bytesOf(_sign(key, purse.approvalDigest(ID, o, deadline)));
    }

    function _notWaiting(IAgentTreasury.ProposalStatus status) private pure returns (bytes memory) {
        return abi.encodeWithSelector(IAgentTreasury.NotWaiting.selector, ID, status);
    }
}
